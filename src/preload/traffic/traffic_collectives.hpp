// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/traffic/mpich_choices.hpp"
#include "preload/traffic/traffic.hpp"

// Counts the collectives over a whole communicator. An MPI may send other messages than these. Counted are the bytes
// that each process has for each other one. If all get or give the same data, a tree is counted, in which the data
// crosses to each node once (docs/mpi-report.md). Collectives of intercommunicators are only recorded. A record has the
// messages of MPICH's algorithm where `selected` has the name of the function.

namespace cartwright::preload {

/// Each process sends bytes(i) to process i: MPI_Alltoall(v, w).
void count_to_each_now(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes, const Selected& selected);
template <typename Bytes>
void count_to_each(MPI_Comm comm, const Bytes& bytes, const Selected& selected) {
  if (watched()) count_to_each_now(comm, bytes, selected);
}

/// Only a record has it, by the tables of MPICH: MPI_Barrier.
void count_barrier(MPI_Comm comm, bool nonblocking);

/// The root sends bytes(i) to process i: MPI_Scatter. On other processes nothing is counted, and `bytes` is not called.
/// They may forward data of others, as much for each as they receive.
void count_scatter_now(MPI_Comm comm, int root, const std::function<std::int64_t(int)>& bytes, const Selected& selected,
                       std::int64_t received, MPI_Datatype type);
template <typename Bytes>
void count_scatter(MPI_Comm comm, int root, const Bytes& bytes, const Selected& selected, std::int64_t received,
                   MPI_Datatype type) {
  if (watched()) count_scatter_now(comm, root, bytes, selected, received, type);
}

/// Every other process sends this many bytes to the root: MPI_Gather.
void count_gather(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type, const Selected& selected);

/// The root's bytes go to all others, once to each node: MPI_Bcast.
void count_bcast(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type, const Selected& selected);

/// The mine(rank) bytes of this process go to all others, once to each node: MPI_Allgather(v). Process i gives part(i).
/// `equal`: all give as much.
void count_allgather_now(MPI_Comm comm, const std::function<std::int64_t(int)>& mine,
                         const std::function<std::int64_t(int)>& part, bool equal, const Selected& selected);
template <typename Mine, typename Part>
void count_allgather(MPI_Comm comm, const Mine& mine, const Part& part, bool equal, const Selected& selected) {
  if (watched()) count_allgather_now(comm, mine, part, equal, selected);
}

/// The bytes of all processes are combined at the root, once from each node: MPI_Reduce.
void count_reduce(MPI_Comm comm, int root, std::int64_t count, MPI_Datatype type, const Selected& selected);

/// A reduction to process 0, then a broadcast: MPI_Allreduce.
void count_allreduce(MPI_Comm comm, std::int64_t count, MPI_Datatype type, const Selected& selected);

/// counts(i) items are combined at each process i, once from each node: MPI_Reduce_scatter.
void count_reduce_scatter_now(MPI_Comm comm, const std::function<std::int64_t(int)>& counts, MPI_Datatype type,
                              const Selected& selected);
template <typename Counts>
void count_reduce_scatter(MPI_Comm comm, const Counts& counts, MPI_Datatype type, const Selected& selected) {
  if (watched()) count_reduce_scatter_now(comm, counts, type, selected);
}

/// Each process sends to the next rank: MPI_Scan.
void count_scan(MPI_Comm comm, std::int64_t count, MPI_Datatype type, const Selected& selected);

}  // namespace cartwright::preload
