// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/traffic_collectives.hpp"

#include "mpi/base/report.hpp"
#include "preload/base/interpose.hpp"
#include "preload/traffic/node_views.hpp"
#include "preload/traffic/reordered.hpp"
#include "preload/traffic/tally.hpp"
#include "preload/traffic/traffic_intercommunicators.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <numeric>

namespace cartwright::preload {

namespace {

/// Calls count(views) if there is a report, and records the use of the communicator. MPI has not seen the arguments
/// yet, so `root` is checked here.
template <typename Count>
void with_views(MPI_Comm comm, int root, const Count& count) try {
  if (!watched() || !is_intracommunicator(comm)) return;
  note_use(comm);
  if (!is_reporting()) return;
  const NodeViews& views = node_views_of(comm);
  if (root >= 0 && root < views.size()) count(views);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void send(const NodeViews& views, int dest, std::int64_t size) {
  if (dest == views.rank) return;
  add(bytes_in_collectives, size);
  count_message({.bytes = size,
                 .counted = true,
                 .between = views.now.between(dest),
                 .between_before = views.before.between(dest)});
}

/// The same bytes go to all other processes, once to each node.
void send_to_all(const NodeViews& views, std::int64_t size) {
  add(messages, views.size() - 1);
  add(bytes, (views.size() - 1) * size);
  add(bytes_in_collectives, (views.size() - 1) * size);
  add(messages_between, views.now.count - 1);
  add(bytes_between, (views.now.count - 1) * size);
  add(bytes_between_before, (views.before.count - 1) * size);
}

/// The bytes of all processes are combined at `dest`: one process of each node sends them there.
void send_combined(const NodeViews& views, int dest, std::int64_t size) {
  if (dest == views.rank) return;
  add(bytes_in_collectives, size);
  const auto crosses = [dest](const NodeView& view) { return view.first_on_node && view.between(dest); };
  count_message(
      {.bytes = size, .counted = true, .between = crosses(views.now), .between_before = crosses(views.before)});
}

/// All-to-alls within parts of reordered communicators, as in a program that transposes.
void note_line(MPI_Comm comm, std::int64_t size) {
  const Origin* origin = origin_of(comm);
  if (origin == nullptr || !origin->part || origin->by_location) return;
  add_sent({.in_lines = static_cast<std::uint64_t>(size)});
  if (!is_reporting()) return;
  switch (node_views_of(comm).line) {
    case Line::row: add(bytes_in_rows, size); break;
    case Line::column: add(bytes_in_columns, size); break;
    default: add(bytes_in_other_lines, size);
  }
}

void record_pair(MPI_Comm comm, int root, int to, std::int64_t bytes) {
  if (bytes != 0) record_message(recorded_peer(record::Way::pairwise, comm, {.rank = to, .root = root}), bytes);
}

/// Whether MPICH's algorithm is known. Its messages are then recorded.
bool follows_tables(MPI_Comm comm, const Selected& selected, int root, std::int64_t bytes, record::MpichCall call) {
  call.root = std::max(root, 0);
  const auto sends = selected_sends(comm, selected, std::move(call));
  if (sends) record_by_tables(selected.kind, comm, root, bytes, *sends);
  return sends.has_value();
}

/// The same for `count` items.
bool follows_tables(MPI_Comm comm, const Selected& selected, int root, std::int64_t count, MPI_Datatype type) {
  const std::int64_t bytes = bytes_of(count, type);
  const std::int64_t of_item = selected.item_bytes > 0 ? selected.item_bytes : bytes_of(1, type);
  return follows_tables(comm, selected, root, bytes,
                        {.items = of_item > 0 ? bytes / of_item : count, .item_bytes = of_item});
}

/// The bytes from this process to each other one. If all are equal, a model says how they are sent.
void record_to_each(MPI_Comm comm, int me, const std::vector<std::int64_t>& bytes_to, const Selected& selected) {
  if (!recording()) return;
  const auto size = static_cast<std::int64_t>(bytes_to.size());
  const std::int64_t all = std::accumulate(bytes_to.begin(), bytes_to.end(), std::int64_t{0});
  if (follows_tables(comm, selected, -1, all, {.items = bytes_to.front(), .parts = bytes_to})) return;
  if (std::ranges::adjacent_find(bytes_to, std::not_equal_to{}) == bytes_to.end())
    return record_collective("alltoall", comm, -1, size * bytes_to.front());
  for (int i = 0; i < size; ++i)
    if (i != me) record_pair(comm, -1, i, bytes_to[i]);
}

/// Calls record(rank, size) if the collective is recorded. MPI has not seen the arguments yet, so `root` is checked.
template <typename Record>
void when_recording(MPI_Comm comm, int root, const Record& record) try {
  if (!recording() || !is_intracommunicator(comm)) return;
  int rank = 0;
  int size = 0;
  mpi::real().Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  if (root >= 0 && root < size) record(rank, size);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void count_reduce_now(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type) {
  with_views(comm, root, [&](const NodeViews& views) { send_combined(views, root, bytes_of(count, type)); });
}

void count_bcast_now(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type) {
  with_views(comm, root, [&](const NodeViews& views) {
    if (root == views.rank) send_to_all(views, bytes_of(count, type));
  });
}

}  // namespace

void count_to_each_now(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes_to, const Selected& selected) try {
  if (between_groups(comm)) return record_to_each_between(comm, bytes_to);
  if (!is_intracommunicator(comm)) return;
  note_use(comm);
  if (!is_reporting() && !recording() && origin_of(comm) == nullptr) return;
  int me = 0;
  int size = 0;
  mpi::real().Comm_rank(comm, &me);
  PMPI_Comm_size(comm, &size);
  std::vector<std::int64_t> all(size);
  std::int64_t sum = 0;
  for (int i = 0; i < size; ++i) {
    all[i] = bytes_to(i);
    if (i == me) continue;
    sum += all[i];
    if (is_reporting()) send(node_views_of(comm), i, all[i]);
  }
  note_line(comm, sum);
  record_to_each(comm, me, all, selected);
} catch (const std::exception& error) {
  mpi::warn_once(base::as_error(error).what());
}

void count_barrier(MPI_Comm comm, bool nonblocking) {
  when_recording(comm, 0, [&](int, int) {
    follows_tables(comm, {.kind = "barrier", .nonblocking = nonblocking}, -1, 0, record::MpichCall{});
  });
}

void count_scatter_now(MPI_Comm comm, int root, const std::function<std::int64_t(int)>& bytes_to,
                       const Selected& selected, std::int64_t received, MPI_Datatype type) {
  when_between_groups(comm, [&] { record_scatter_between(comm, root, bytes_to); });
  when_recording(comm, root, [&](int rank, int size) {
    record_group(comm);
    std::vector<std::int64_t> parts;
    for (int i = 0; root == rank && i < size; ++i) parts.push_back(bytes_to(i));
    const std::int64_t all = std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
    const std::int64_t mine = root == rank ? parts[rank] : bytes_of(received, type);  // the root's type may be invalid
    if (follows_tables(comm, selected, root, all, {.items = mine, .parts = parts})) return;
    for (int i = 0; root == rank && i < size; ++i)
      if (i != rank) record_pair(comm, root, i, parts[i]);
  });
  with_views(comm, root, [&](const NodeViews& views) {
    for (int i = 0; root == views.rank && i < views.size(); ++i) send(views, i, bytes_to(i));
  });
}

void count_gather(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type, const Selected& selected) {
  when_between_groups(comm, [&] { record_gather_between(comm, root, bytes_of(count, type)); });
  when_recording(comm, root, [&](int rank, int) {
    record_group(comm);
    const std::int64_t bytes = rank == root ? 0 : bytes_of(count, type);  // the root's arguments may be invalid
    if (!follows_tables(comm, selected, root, bytes, {.items = bytes}) && rank != root)
      record_pair(comm, root, root, bytes);
  });
  with_views(comm, root, [&](const NodeViews& views) {
    if (root != views.rank) send(views, root, bytes_of(count, type));
  });
}

void count_bcast(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type, const Selected& selected) {
  when_between_groups(comm, [&] { record_bcast_between(comm, root, bytes_of(count, type)); });
  when_recording(comm, root, [&](int, int) {
    if (!follows_tables(comm, selected, root, count, type))
      record_collective("bcast", comm, root, bytes_of(count, type));
  });
  count_bcast_now(comm, root, count, type);
}

void count_allgather_now(MPI_Comm comm, const std::function<std::int64_t(int)>& mine,
                         const std::function<std::int64_t(int)>& part, bool equal, const Selected& selected) {
  const auto parts_of = [&](int processes) {
    std::vector<std::int64_t> parts;
    for (int i = 0; i < processes; ++i) parts.push_back(part(i));
    return parts;
  };
  when_between_groups(comm, [&] {
    const std::vector<std::int64_t> received = parts_of(partners_of(comm));
    record_allgather_between(comm, mine(0), std::accumulate(received.begin(), received.end(), std::int64_t{0}));
  });
  when_recording(comm, 0, [&](int rank, int size) {
    const std::int64_t bytes = mine(rank);
    const std::vector<std::int64_t> parts = equal ? std::vector<std::int64_t>() : parts_of(size);
    if (!follows_tables(comm, selected, -1, bytes, {.items = bytes, .parts = parts}))
      record_collective(selected.kind, comm, -1, bytes);
  });
  with_views(comm, 0, [&](const NodeViews& views) { send_to_all(views, mine(views.rank)); });
}

void count_reduce(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type, const Selected& selected) {
  when_between_groups(comm, [&] { record_reduce_between(comm, root, bytes_of(count, type)); });
  when_recording(comm, root, [&](int, int) {
    if (!follows_tables(comm, selected, root, count, type))
      record_collective("reduce", comm, root, bytes_of(count, type));
  });
  count_reduce_now(comm, root, count, type);
}

void count_allreduce(MPI_Comm comm, std::int64_t count, MPI_Datatype type, const Selected& selected) {
  when_between_groups(comm, [&] { record_allreduce_between(comm, bytes_of(count, type)); });
  when_recording(comm, 0, [&](int, int) {
    if (!follows_tables(comm, selected, -1, count, type))
      record_collective("allreduce", comm, -1, bytes_of(count, type));
  });
  count_reduce_now(comm, 0, count, type);
  count_bcast_now(comm, 0, count, type);
}

void count_reduce_scatter_now(MPI_Comm comm, const std::function<std::int64_t(int)>& counts, MPI_Datatype type,
                              const Selected& selected) {
  when_between_groups(comm,
                      [&] { record_reduce_scatter_between(comm, [&](int i) { return bytes_of(counts(i), type); }); });
  when_recording(comm, 0, [&](int, int size) {
    std::vector<std::int64_t> parts;
    for (int i = 0; i < size; ++i) parts.push_back(bytes_of(counts(i), type));
    const std::int64_t all = std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
    if (!follows_tables(comm, selected, -1, all, {.items = all, .parts = parts}))
      record_collective("reduce_scatter", comm, -1, all);
  });
  with_views(comm, 0, [&](const NodeViews& views) {
    for (int i = 0; i < views.size(); ++i) send_combined(views, i, bytes_of(counts(i), type));
  });
}

void count_scan(MPI_Comm comm, std::int64_t count, MPI_Datatype type, const Selected& selected) {
  when_recording(comm, 0, [&](int, int) {
    if (!follows_tables(comm, selected, -1, count, type)) record_collective("scan", comm, -1, bytes_of(count, type));
  });
  with_views(comm, 0, [&](const NodeViews& views) {
    if (views.rank + 1 < views.size()) send(views, views.rank + 1, bytes_of(count, type));
  });
}

}  // namespace cartwright::preload
