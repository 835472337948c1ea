// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/job_network.hpp"

#include "base/input_file.hpp"
#include "base/text.hpp"
#include "inventory/job_nodes.hpp"
#include "inventory/node_list.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace cartwright::mpi {

namespace {

/// In a job of Slurm, the folder with its topology: one that `cartwright run` has made on this host, or Slurm's own.
std::filesystem::path slurm_folder() {
  const char* const saved = std::getenv("CARTWRIGHT_TOPOLOGY");
  if (saved != nullptr && std::filesystem::exists(saved)) return saved;
  if (std::getenv("SLURM_JOB_ID") == nullptr) return {};
  const char* const file = std::getenv("SLURM_CONF");
  return file == nullptr ? std::filesystem::path("/etc/slurm") : std::filesystem::path(file).parent_path();
}

const char* environment(const char* name) { return std::getenv(name); }

const inventory::NodeNames& names_of_node() {
  static const inventory::NodeNames names = inventory::names_of_this_node("/", environment);
  return names;
}

/// The texts of all processes of the communicator on its process 0, in rank order.
std::vector<std::string> gather_texts(MPI_Comm comm, const std::string& text, int& error) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  const auto length = static_cast<int>(text.size());
  std::vector<int> lengths(rank == 0 ? size : 0);
  error = real().Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm);
  if (error != MPI_SUCCESS) return {};
  std::vector<int> starts(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}), ' ');
  error = real().Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, 0, comm);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < lengths.size(); ++i) texts.push_back(all.substr(starts[i], lengths[i]));
  return texts;
}

int share_text(MPI_Comm comm, std::string& text) {
  auto length = static_cast<int>(text.size());
  int error = real().Bcast(&length, 1, MPI_INT, 0, comm);
  if (error != MPI_SUCCESS) return error;
  text.resize(length);
  return real().Bcast(text.data(), length, MPI_CHAR, 0, comm);
}

/// The numbers of all nodes (their domains at the node level), ascending, on process 0; and the names that they sent.
struct Nodes {
  std::vector<int> domains;
  std::vector<inventory::NodeNames> names;
};

/// Each node's lowest rank speaks for it. With pretended nodes, that is the first process that has their number.
Nodes gather_nodes(MPI_Comm comm, const Location& location, int& error) {
  const int mine = location.domains[location.node_level];
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  Nodes nodes;
  if (location.pretended) {
    std::vector<int> all(rank == 0 ? size : 0);
    error = real().Gather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, 0, comm);
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    nodes.domains = std::move(all);
    return nodes;
  }
  MPI_Comm leaders = MPI_COMM_NULL;
  error = real().Comm_split(comm, mine == rank ? 0 : MPI_UNDEFINED, 0, &leaders);
  if (error != MPI_SUCCESS || leaders == MPI_COMM_NULL) return nodes;
  const std::vector<std::string> texts =
      gather_texts(leaders, std::to_string(mine) + '\t' + names_of_node().text(), error);
  for (const std::string& text : texts) {
    const std::size_t tab = text.find('\t');
    nodes.domains.push_back(static_cast<int>(base::parse_int(text.substr(0, tab), "a rank")));
    nodes.names.push_back(inventory::NodeNames::from_text(std::string_view(text).substr(tab + 1)));
  }
  PMPI_Comm_free(&leaders);
  return nodes;
}

/// Where the nodes are. For process 0; an error becomes a remark.
inventory::JobNodes find_job(Nodes& nodes, const std::string& network, bool pretended, std::string& remark) try {
  if (pretended) return inventory::pretend_job(network, static_cast<int>(nodes.domains.size()));
  if (network.empty()) return inventory::locate_job(nodes.names, slurm_folder());
  std::string note = inventory::add_listed_names(nodes.names, environment);
  inventory::JobNodes job = inventory::locate_job(network, nodes.names);
  if (!job.notes.empty() && !note.empty()) job.notes.push_back(std::move(note));
  return job;
} catch (const std::exception& error) {
  remark += fmt::format("{}CARTWRIGHT_NETWORK={}: {}: the network is not used", remark.empty() ? "" : "; ", network,
                        base::as_error(error).what());
  return {};
}

/// A line with the reason why the file cannot be used, empty if it can, and the speeds of its links.
std::string measured_text(const std::string& file) {
  std::string note;
  const std::optional<machine::Measured> measured = read_measured(file, note);
  return measured ? '\n' + machine::LinkSpeeds(*measured, file).text() : note;
}

constexpr std::string_view wired = "wired";

/// What all processes need, as text: in the first line whether the wiring is known, and the names of the levels; then a
/// line for each node: its domain at the node level, and at each of these.
std::string table_of(const Nodes& nodes, const inventory::JobNodes& job) {
  std::string text(job.wired() ? wired : "");
  for (const inventory::NodeLevel& level : job.levels) text += "\t" + level.name;
  for (std::size_t node = 0; node < nodes.domains.size() && !job.levels.empty(); ++node) {
    text += fmt::format("\n{}", nodes.domains[node]);
    for (const inventory::NodeLevel& level : job.levels) text += fmt::format("\t{}", level.domain[node]);
  }
  return text;
}

/// Puts the levels of this process's node before its others.
void prepend(const std::string& table, Location& location) {
  const std::vector<std::string_view> lines = base::split(table, '\n');
  const std::vector<std::string_view> head = base::split(lines.front(), '\t');
  location.wired = head.front() == wired;
  const std::string mine = std::to_string(location.domains[location.node_level]);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string_view> row = base::split(lines[i], '\t');
    if (row.front() != mine) continue;
    std::vector<int> domains;
    for (std::size_t level = 1; level < row.size(); ++level)
      domains.push_back(static_cast<int>(base::parse_int(row[level], "a domain")));
    location.levels.insert(location.levels.begin(), head.begin() + 1, head.end());
    location.domains.insert(location.domains.begin(), domains.begin(), domains.end());
    location.node_level += head.size() - 1;
    return;
  }
}

/// What a location depends on.
struct LocationSettings {
  std::string nodes, network, measured;
  explicit LocationSettings(const Settings& settings)
      : nodes(settings.nodes), network(settings.network), measured(settings.measured) {}
  bool operator==(const LocationSettings&) const = default;
};

struct KeptLocation {
  LocationSettings by;
  Location location;
};

}  // namespace

std::optional<machine::Measured> read_measured(const std::string& file, std::string& note) try {
  return machine::read_measured(base::read_file(file), file);
} catch (const std::exception& error) {
  note = fmt::format("CARTWRIGHT_MEASURED={}: {}: the measurement is not used", file, base::as_error(error).what());
  return std::nullopt;
}

void add_network(MPI_Comm comm, const std::string& network, Location& location) {
  const bool nothing_known = location.pretended && network.empty();
  if (location.error != MPI_SUCCESS || network == "off" || nothing_known) return;
  Nodes nodes = gather_nodes(comm, location, location.error);
  if (location.error != MPI_SUCCESS) return;
  std::string table;
  const int rank = rank_in(comm);
  if (rank == 0) {
    auto job = std::make_shared<inventory::JobNodes>(find_job(nodes, network, location.pretended, location.remark));
    table = table_of(nodes, *job);
    job->numbers = nodes.domains;
    location.job = std::move(job);
  }
  location.error = share_text(comm, table);
  if (location.error == MPI_SUCCESS) prepend(table, location);
}

void add_measured(MPI_Comm comm, const std::string& file, Location& location) {
  if (location.error != MPI_SUCCESS || file.empty()) return;
  // The first line is the note, the others are the speeds. Process 0 reads the file once.
  std::string text;
  const int rank = rank_in(comm);
  if (rank == 0) {
    static const std::string once = measured_text(file);
    text = once;
  }
  location.error = share_text(comm, text);
  if (location.error != MPI_SUCCESS) return;
  const std::size_t end = text.find('\n');
  location.speeds_note = text.substr(0, end);
  if (location.speeds_note.empty()) location.speeds = machine::LinkSpeeds::from_text(text.substr(end + 1));
  if (rank == 0 && !location.speeds_note.empty())
    location.remark += (location.remark.empty() ? "" : "; ") + location.speeds_note;
}

Location locate(MPI_Comm comm, const Settings& settings) {
  const auto* kept = find_kept<KeptLocation>(comm);
  // One reduction in place of all that follows.
  int all_kept = kept != nullptr && kept->by == LocationSettings(settings) ? 1 : 0;
  const int error = real().Allreduce(MPI_IN_PLACE, &all_kept, 1, MPI_INT, MPI_MIN, comm);
  if (error == MPI_SUCCESS && all_kept != 0) return kept->location;
  Location location = discover(comm, settings.nodes);
  add_network(comm, settings.network, location);
  add_measured(comm, settings.measured, location);
  if (location.error == MPI_SUCCESS)
    keep(comm, std::make_unique<KeptLocation>(KeptLocation{LocationSettings(settings), location}));
  return location;
}

}  // namespace cartwright::mpi
