// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/discover.hpp"

#include "base/checked.hpp"
#include "cartwright/mpix.h"
#include "machine/readers.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/hardware.hpp"
#include "mpi/base/real.hpp"

#include <algorithm>
#include <string_view>

namespace cartwright::mpi {

namespace {

/// The slot of process `rank` when processes are dealt to the nodes in turn and full nodes are skipped.
std::int64_t cyclic_slot(const machine::Sizes& sizes, std::int64_t rank) {
  // Rounds 0 ... h-1 are complete once every node has min(h, size) processes: find the round of this rank.
  std::int64_t low = 0;
  std::int64_t high = sizes.largest();
  const auto dealt = [&](std::int64_t rounds) {
    std::int64_t sum = 0;
    std::int64_t before = 0;
    for (const machine::Sizes::Run& run : sizes.runs()) {
      sum += (run.last_part - before) * std::min(run.size, rounds);
      before = run.last_part;
    }
    return sum;
  };
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (dealt(middle) <= rank ? low : high) = middle;
  }
  std::int64_t left = rank - dealt(low);
  std::int64_t before = 0;
  for (const machine::Sizes::Run& run : sizes.runs()) {
    const std::int64_t open = run.size > low ? run.last_part - before : 0;
    if (left < open) return sizes.start(before + left) + low;
    left -= open;
    before = run.last_part;
  }
  return -1;
}

/// The pretended nodes, if their number of slots fits.
class Pretended {
 public:
  explicit Pretended(std::string_view text)
      : cyclic_(text.starts_with(prefix)),
        machine_(machine::read_machine(std::string(text.substr(cyclic_ ? prefix.size() : 0)))) {}
  std::int64_t size() const { return machine_.size(); }
  std::int64_t nodes() const { return machine_.node_sizes().count(); }
  std::int64_t largest() const { return machine_.node_sizes().largest(); }

  Location location(int rank) const {
    Location location;
    location.node_level = machine_.node_level();
    // If processes are dealt to the nodes in turn, each takes the next slot of its node.
    const std::int64_t slot = cyclic_ ? cyclic_slot(machine_.node_sizes(), rank) : rank;
    for (const machine::Level& level : machine_.levels()) {
      location.levels.push_back(level.name);
      const std::int64_t part = level.sizes.part_of(slot);
      location.domains.push_back(base::checked_int(level.sizes.start(part), "first slot of a pretended domain"));
      location.sizes.push_back(base::checked_int(level.sizes[part], "size of a pretended domain"));
    }
    return location;
  }

 private:
  static constexpr std::string_view prefix = "cyclic:";
  bool cyclic_;
  machine::Machine machine_;
};

/// Nodes of the same size for another number of processes, with the rest on one more: "6*4,3".
std::string nodes_for(std::string_view given, std::int64_t largest, std::int64_t processes) {
  const std::string_view cyclic = given.starts_with("cyclic:") ? "cyclic:" : "";
  const std::int64_t size = std::min(largest, processes);
  const std::int64_t rest = processes % size;
  return fmt::format("{}{}*{}{}", cyclic, processes / size, size, rest > 0 ? fmt::format(",{}", rest) : "");
}

/// The number of processes that the pretended nodes fit. Every process has the same text, but it may name a file, so
/// each finds out on its own.
enum class Fit : int { none, communicator, world };

struct Pretence {
  Fit fit = Fit::none;
  Location location;
};

Pretence pretend(MPI_Comm comm, const std::string& text) try {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  const int world_size = size_of(MPI_COMM_WORLD);
  int world_rank = 0;
  // Only the rank of this process, as launched, is needed: there is no communication over MPI_COMM_WORLD.
  real().Comm_rank(MPI_COMM_WORLD, &world_rank);
  const Pretended machine(text);
  const std::string remark = fmt::format("pretending: CARTWRIGHT_NODES={} puts {} processes on {} nodes", text,
                                         machine.size(), machine.nodes());
  // Rank 0 prints the remark; that of MPI_COMM_WORLD if the nodes are for it.
  const bool of_world = machine.size() == world_size;
  if (!of_world && machine.size() != size)
    base::fail(base::Status::invalid_argument, "it holds {} processes, the communicator has {}: give {}",
               machine.size(), size, nodes_for(text, machine.largest(), size));
  Pretence pretence{of_world ? Fit::world : Fit::communicator, machine.location(of_world ? world_rank : rank)};
  if ((of_world ? world_rank : rank) == 0) pretence.location.remark = remark;
  return pretence;
} catch (const std::exception& error) {
  const int rank = rank_in(comm);
  if (rank != 0) return {};
  Pretence pretence;
  pretence.location.remark =
      fmt::format("CARTWRIGHT_NODES={}: {}. Using the real nodes", text, base::as_error(error).what());
  return pretence;
}

/// The part of `outer` in which a split type puts this process. Processes in no part form one together.
int split_completely(MPI_Comm outer, int type, MPI_Comm* part) {
  int error = split_hardware(outer, type, part);
  if (error != MPI_SUCCESS) return error;
  int left_over = *part == MPI_COMM_NULL;
  const int color = left_over ? 0 : MPI_UNDEFINED;
  error = real().Allreduce(MPI_IN_PLACE, &left_over, 1, MPI_INT, MPI_MAX, outer);
  if (error != MPI_SUCCESS || !left_over) return error;
  MPI_Comm rest = MPI_COMM_NULL;
  error = real().Comm_split(outer, color, 0, &rest);
  if (rest != MPI_COMM_NULL) *part = rest;
  return error;
}

/// A domain is numbered by the lowest rank in it.
int add_level(MPI_Comm all, MPI_Comm part, std::string name, Location& location) {
  int lowest = rank_in(all);
  const int error = real().Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, part);
  location.levels.push_back(std::move(name));
  location.domains.push_back(lowest);
  const int size = size_of(part);
  location.sizes.push_back(size);
  return error;
}

std::string name_of(int type) {
  switch (type) {
    case MPI_COMM_TYPE_SHARED: return "node";
    case MPIX_COMM_TYPE_SOCKET: return "socket";
    case MPIX_COMM_TYPE_NUMA: return "numa";
    case MPIX_COMM_TYPE_HALFNODE: return "half";
    default: return fmt::format("type {}", type);
  }
}

}  // namespace

Location discover(MPI_Comm comm, const std::string& pretended) {
  if (!pretended.empty()) {
    Pretence mine = pretend(comm, pretended);
    // Minimum and maximum in one reduction: the pretended nodes are used only if they fit every process equally.
    const int fit = static_cast<int>(mine.fit);
    const auto levels = static_cast<int>(mine.location.levels.size());
    int extremes[] = {fit, -fit, levels, -levels};
    mine.location.error = real().Allreduce(MPI_IN_PLACE, extremes, 4, MPI_INT, MPI_MIN, comm);
    mine.location.pretended = mine.fit != Fit::none && extremes[0] == -extremes[1] && extremes[2] == -extremes[3];
    if (mine.location.pretended || mine.location.error != MPI_SUCCESS) return mine.location;
    Location real = discover_by_types(comm, {std::begin(hardware_types), std::end(hardware_types)});
    real.remark = mine.location.remark;
    return real;
  }
  return discover_by_types(comm, {std::begin(hardware_types), std::end(hardware_types)});
}

Location discover_by_types(MPI_Comm comm, const std::vector<int>& split_types) {
  Location location;
  MPI_Comm outer = comm;
  for (const int type : split_types) {
    MPI_Comm part = MPI_COMM_NULL;
    location.error = split_completely(outer, type, &part);
    if (outer != comm) PMPI_Comm_free(&outer);
    if (location.error == MPI_SUCCESS) location.error = add_level(comm, part, name_of(type), location);
    if (location.error != MPI_SUCCESS) return location;
    outer = part;
  }
  if (outer != comm) PMPI_Comm_free(&outer);
  if (split_types.empty()) location.error = add_level(comm, comm, "all", location);
  return location;
}

Location discover_by_comms(const std::vector<MPI_Comm>& comms) {
  Location location;
  for (std::size_t level = 1; level < comms.size() && location.error == MPI_SUCCESS; ++level)
    location.error = add_level(comms[0], comms[level], fmt::format("level {}", level), location);
  if (comms.size() == 1) location.error = add_level(comms[0], comms[0], "all", location);
  return location;
}

std::vector<choose::RankLevel> gather_levels(MPI_Comm comm, const Location& location, int& error) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  const std::size_t count = location.domains.size();
  std::vector<int> table(rank == 0 ? count * size : 0);
  error = real().Gather(location.domains.data(), static_cast<int>(count), MPI_INT, table.data(),
                        static_cast<int>(count), MPI_INT, 0, comm);
  return error == MPI_SUCCESS && rank == 0 ? levels_of_table(location.levels, table) : std::vector<choose::RankLevel>{};
}

std::vector<choose::RankLevel> levels_of_table(const std::vector<std::string>& names, const std::vector<int>& table) {
  std::vector<choose::RankLevel> levels;
  for (const std::string& name : names) levels.push_back({name, {}});
  for (std::size_t i = 0; i < table.size(); ++i) levels[i % names.size()].domain_of_rank.push_back(table[i]);
  return levels;
}

}  // namespace cartwright::mpi
