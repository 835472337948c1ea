// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/traffic.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/neighbors.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/node_views.hpp"
#include "preload/traffic/reordered.hpp"
#include "preload/traffic/tally.hpp"

#include <array>
#include <memory>

namespace cartwright::preload {

namespace {

std::array<std::atomic<std::int64_t>, tallies> sent;

/// Whether a message over this communicator counts: for the report, for a record, or because it was reordered.
bool counts(MPI_Comm comm) { return is_reporting() || has_record() || origin_of(comm) != nullptr; }

/// The message to a rank that MPI has not yet checked.
std::optional<Message> make_message(MPI_Comm comm, int dest, std::int64_t bytes, record::Way way) {
  Message message{.bytes = bytes, .counted = is_reporting(), .over_reordered = origin_of(comm) != nullptr};
  if (has_record()) message.recorded = recorded_peer(way, comm, dest);
  if (!message.counted) return message;
  const NodeViews& views = node_views_of(comm);
  if (dest >= views.size()) return std::nullopt;
  message.between = views.now.between(dest);
  message.between_before = views.before.between(dest);
  message.to_corner = !views.corners.empty() && views.corners[dest];
  return message;
}

}  // namespace

void add(Tally tally, std::int64_t amount) { sent[tally].fetch_add(amount, std::memory_order_relaxed); }

bool is_reporting() { return world() != nullptr && !world()->settings.report.empty(); }

std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  return count * static_cast<std::int64_t>(mpi::extents_of(type).value_or(mpi::Extents{}).size);
}

void count_message(const Message& message, int number) {
  record_message(message.recorded, message.bytes);
  if (message.over_reordered) {
    add_sent({.to_neighbors = static_cast<std::uint64_t>(message.bytes)});
    add(bytes_to_neighbors, message.bytes);
    if (message.to_corner) add(bytes_to_corners, message.bytes);
  }
  if (!message.counted) return;
  add(messages, number);
  add(bytes, message.bytes);
  if (message.between_before) add(bytes_between_before, message.bytes);
  if (!message.between) return;
  add(messages_between, number);
  add(bytes_between, message.bytes);
}

std::optional<Message> message_to(MPI_Comm comm, int dest, std::int64_t count, MPI_Datatype type) try {
  if (!watched() || comm == MPI_COMM_NULL || dest < 0) return std::nullopt;
  note_use(comm);
  if (!counts(comm)) return std::nullopt;
  return make_message(comm, dest, bytes_of(count, type), record::Way::messages);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
  return std::nullopt;
}

void count_neighbors_now(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes_to) try {
  if (comm == MPI_COMM_NULL) return;
  note_use(comm);
  if (!counts(comm)) return;
  const std::vector<int>& neighbors = mpi::attached_to<Neighbors>(comm, [comm] {
                                        return std::make_unique<Neighbors>(neighbors_of(comm));
                                      }).destinations;
  for (std::size_t i = 0; i < neighbors.size(); ++i)
    if (neighbors[i] >= 0)
      if (const auto message = make_message(comm, neighbors[i], bytes_to(static_cast<int>(i)), record::Way::neighbors))
        count_message(*message);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void begin_traffic() {
  watch_reordered();
  if (is_reporting() || has_record()) is_watching = true;
}

void report_all_traffic() {
  if (!is_reporting()) return;
  std::array<std::int64_t, tallies> mine;
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = sent[i].load();
  const choose::RankTable& ranks = world()->ranks;
  const auto size = static_cast<std::size_t>(ranks.size());
  const int rank = mpi::rank_in(mpi::program_world());
  std::vector<std::int64_t> all(rank == 0 ? size * mine.size() : 0);
  mpi::real().Gather(mine.data(), tallies, MPI_INT64_T, all.data(), tallies, MPI_INT64_T, 0, mpi::program_world());
  if (rank != 0) return;

  const std::vector<std::int64_t> zeros(static_cast<std::size_t>(ranks.nodes()), 0);
  mpi::TrafficReport report{.pretended = world()->location.pretended,
                            .processes = static_cast<int>(size),
                            .bytes_of_node = zeros,
                            .bytes_of_node_to_other_nodes = zeros};
  for (std::size_t process = 0; process < size; ++process) {
    const std::int64_t* its = &all[process * mine.size()];
    const std::int64_t node = ranks.node(choose::Rank(static_cast<std::int64_t>(process)));
    report.messages += its[messages];
    report.messages_between_nodes += its[messages_between];
    report.bytes_of_node[node] += its[bytes];
    report.bytes_of_node_to_other_nodes[node] += its[bytes_between];
    report.bytes_between_nodes_before += its[bytes_between_before];
    report.bytes_in_collectives += its[bytes_in_collectives];
    report.bytes_in_rows += its[bytes_in_rows];
    report.bytes_in_columns += its[bytes_in_columns];
    report.bytes_in_other_lines += its[bytes_in_other_lines];
    report.bytes_to_neighbors += its[bytes_to_neighbors];
    report.bytes_to_corners += its[bytes_to_corners];
  }
  mpi::report_traffic(report, world()->settings);
}

}  // namespace cartwright::preload

/// What libraries of Cartwright send past the interposer (mpi/base/count_sent.hpp).
extern "C" __attribute__((visibility("default"))) int cw_count_sent(MPI_Comm comm, int dest, int messages,
                                                                    std::int64_t bytes) {
  using namespace cartwright::preload;
  if (const auto message = message_to(comm, dest, bytes, MPI_BYTE)) count_message(*message, messages);
  return watched() ? 1 : 0;
}
