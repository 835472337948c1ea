// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/traffic_intercommunicators.hpp"

#include "mpi/base/comm.hpp"
#include "preload/base/interpose.hpp"
#include "preload/traffic/recorder.hpp"

namespace cartwright::preload {

namespace {

/// The first process of the group of this process, and of the other group.
constexpr int first = 0;

bool is_first(MPI_Comm comm) {
  int rank = -1;
  mpi::real().Comm_rank(comm, &rank);
  return rank == first;
}

int own_size(MPI_Comm comm) {
  const int size = mpi::size_of(comm);
  return size;
}

void record_pair(MPI_Comm comm, Peer peer, std::int64_t bytes) {
  if (bytes != 0) record_message(recorded_peer(record::Way::pairwise, comm, peer), bytes);
}

}  // namespace

bool between_groups(MPI_Comm comm) { return recording() && is_intercommunicator(comm); }

int partners_of(MPI_Comm comm) {
  if (!is_intercommunicator(comm)) return own_size(comm);
  int size = 0;
  PMPI_Comm_remote_size(comm, &size);
  return size;
}

void record_to_each_between(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes) {
  const int others = partners_of(comm);
  for (int i = 0; i < others; ++i) record_pair(comm, {i}, bytes(i));
}

void record_scatter_between(MPI_Comm comm, int root, const std::function<std::int64_t(int)>& bytes) {
  if (root == MPI_ROOT) record_to_each_between(comm, bytes);
}

void record_gather_between(MPI_Comm comm, int root, std::int64_t bytes) { record_pair(comm, {root}, bytes); }

void record_bcast_between(MPI_Comm comm, int root, std::int64_t bytes) {
  if (root == MPI_ROOT) record_pair(comm, {first}, bytes);
  if (root >= 0) record_collective("bcast", comm, first, bytes);
}

void record_reduce_between(MPI_Comm comm, int root, std::int64_t bytes) {
  if (root < 0) return;
  record_collective("reduce", comm, first, bytes);
  if (is_first(comm)) record_pair(comm, {root}, bytes);
}

void record_allreduce_between(MPI_Comm comm, std::int64_t bytes) {
  record_reduce_between(comm, first, bytes);
  record_collective("bcast", comm, first, bytes);
}

void record_allgather_between(MPI_Comm comm, std::int64_t mine, std::int64_t received) {
  if (is_first(comm))
    record_pair(comm, {.rank = first, .sends = true}, received);  // only the receiver knows the bytes of all
  else
    record_pair(comm, {.rank = first, .in_own_group = true}, mine);
  record_collective("bcast", comm, first, received);
}

void record_reduce_scatter_between(MPI_Comm comm, const std::function<std::int64_t(int)>& bytes) {
  const int size = own_size(comm);
  std::int64_t all = 0;
  for (int i = 0; i < size; ++i) all += bytes(i);
  record_reduce_between(comm, first, all);
  for (int i = 1; is_first(comm) && i < size; ++i) record_pair(comm, {.rank = i, .in_own_group = true}, bytes(i));
}

}  // namespace cartwright::preload
