// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic_collectives.hpp"

#include "mpi/report.hpp"
#include "preload/interpose.hpp"
#include "preload/node_views.hpp"
#include "preload/reordered.hpp"
#include "preload/tally.hpp"

#include <exception>

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
  mpi::say_once(error.what());
}

void send(const NodeViews& views, int dest, std::int64_t size) {
  if (dest == views.rank) return;
  count_message({.bytes = size,
                 .counted = true,
                 .between = views.now.between(dest),
                 .between_before = views.before.between(dest)});
}

/// The same bytes go to all other processes, once to each node.
void send_to_all(const NodeViews& views, std::int64_t size) {
  add(messages, views.size() - 1);
  add(bytes, (views.size() - 1) * size);
  add(messages_between, views.now.count - 1);
  add(bytes_between, (views.now.count - 1) * size);
  add(bytes_between_before, (views.before.count - 1) * size);
}

/// The bytes of all processes are combined at `dest`: one process of each node sends them there.
void send_combined(const NodeViews& views, int dest, std::int64_t size) {
  if (dest == views.rank) return;
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

}  // namespace

void count_to_each_now(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes_to) try {
  if (!is_intracommunicator(comm)) return;
  note_use(comm);
  if (!is_reporting() && origin_of(comm) == nullptr) return;
  int me = 0;
  int size = 0;
  mpi::real().Comm_rank(comm, &me);
  PMPI_Comm_size(comm, &size);
  std::int64_t sum = 0;
  for (int i = 0; i < size; ++i) {
    if (i == me) continue;
    const std::int64_t one = bytes_to(i);
    sum += one;
    if (is_reporting()) send(node_views_of(comm), i, one);
  }
  note_line(comm, sum);
} catch (const std::exception& error) {
  mpi::say_once(error.what());
}

void count_scatter_now(MPI_Comm comm, int root, const std::function<std::int64_t(int)>& bytes_to) {
  with_views(comm, root, [&](const NodeViews& views) {
    for (int i = 0; root == views.rank && i < views.size(); ++i) send(views, i, bytes_to(i));
  });
}

void count_gather(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type) {
  with_views(comm, root, [&](const NodeViews& views) {
    if (root != views.rank) send(views, root, bytes_of(count, type));
  });
}

void count_bcast(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type) {
  with_views(comm, root, [&](const NodeViews& views) {
    if (root == views.rank) send_to_all(views, bytes_of(count, type));
  });
}

void count_allgather(MPI_Comm comm, const void* send, std::int64_t count, MPI_Datatype type, std::int64_t receive_count,
                     MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  with_views(comm, 0, [&](const NodeViews& views) {
    send_to_all(views, in_place ? bytes_of(receive_count, receive_type) : bytes_of(count, type));
  });
}

void count_allgather(MPI_Comm comm, const void* send, std::int64_t count, MPI_Datatype type, const int receive_counts[],
                     MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  with_views(comm, 0, [&](const NodeViews& views) {
    send_to_all(views, in_place ? bytes_of(receive_counts[views.rank], receive_type) : bytes_of(count, type));
  });
}

void count_reduce(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type) {
  with_views(comm, root, [&](const NodeViews& views) { send_combined(views, root, bytes_of(count, type)); });
}

void count_allreduce(MPI_Comm comm, std::int64_t count, MPI_Datatype type) {
  count_reduce(comm, 0, count, type);
  count_bcast(comm, 0, count, type);
}

void count_reduce_scatter_now(MPI_Comm comm, const std::function<std::int64_t(int)>& counts, MPI_Datatype type) {
  with_views(comm, 0, [&](const NodeViews& views) {
    for (int i = 0; i < views.size(); ++i) send_combined(views, i, bytes_of(counts(i), type));
  });
}

void count_scan(MPI_Comm comm, std::int64_t count, MPI_Datatype type) {
  with_views(comm, 0, [&](const NodeViews& views) {
    if (views.rank + 1 < views.size()) send(views, views.rank + 1, bytes_of(count, type));
  });
}

}  // namespace cartwright::preload
