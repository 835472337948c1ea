// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/packing/collective.hpp"
#include "preload/traffic/traffic_collectives.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Collectives with a root. Only the root has valid arguments for the whole; those of the other processes are ignored.

namespace {

bool is_root(int root, MPI_Comm comm) {
  int rank = MPI_PROC_NULL;
  return is_intracommunicator(comm) && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS && rank == root;
}

/// The part of one process.
CollectiveBuffer part_sent(const void* buffer, int count, MPI_Datatype type, MPI_Comm comm) {
  return CollectiveBuffer(Role::send, Use::message, buffer, count, type, comm, only_one);
}
template <typename Mode>
CollectiveBuffer part_received(void* buffer, int count, MPI_Datatype type, MPI_Comm comm) {
  return CollectiveBuffer(Role::receive, Mode::receive, buffer, count, type, comm, only_one);
}

/// The whole, at the root. With MPI_IN_PLACE its own part is there already.
template <typename Mode>
CollectiveBuffer gathered(const void* send, void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (!is_root(root, comm)) return CollectiveBuffer(buffer, type);
  return CollectiveBuffer(role_of(send), Mode::receive, buffer, count, type, comm, everyone);
}
template <typename Mode>
CollectiveBuffer gathered(const void* send, void* buffer, const int counts[], const int displacements[],
                          MPI_Datatype type, int root, MPI_Comm comm) {
  if (!is_root(root, comm)) return CollectiveBuffer(buffer, displacements, type);
  return CollectiveBuffer(role_of(send), Mode::receive, buffer, counts, displacements, type, comm, everyone);
}

CollectiveBuffer scattered(const void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (!is_root(root, comm)) return CollectiveBuffer(buffer, type);
  return CollectiveBuffer(Role::send, Use::message, buffer, count, type, comm, everyone);
}
CollectiveBuffer scattered(const void* buffer, const int counts[], const int displacements[], MPI_Datatype type,
                           int root, MPI_Comm comm) {
  if (!is_root(root, comm)) return CollectiveBuffer(buffer, displacements, type);
  return CollectiveBuffer(Role::send, Use::message, buffer, counts, displacements, type, comm, everyone);
}

template <typename Mode>
CollectiveBuffer broadcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return is_root(root, comm) ? part_sent(buffer, count, type, comm) : part_received<Mode>(buffer, count, type, comm);
}

}  // namespace

CW_MPI(Bcast)(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  count_bcast(comm, root, count, type, {"bcast"});
  return exchange(
      [&](CollectiveBuffer& side) { return mpi::real().Bcast(side.buffer(), count, side.type(), root, comm); },
      broadcast<Blocking>(buffer, count, type, root, comm));
}

CW_MPI(Ibcast)(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  count_bcast(comm, root, count, type, {.kind = "bcast", .nonblocking = true});
  return begin(
      request,
      [&](CollectiveBuffer& side) {
        return mpi::real().Ibcast(side.buffer(), count, side.type(), root, comm, request);
      },
      broadcast<NonBlocking>(buffer, count, type, root, comm));
}

CW_MPI(Gather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
               MPI_Datatype receive_type, int root, MPI_Comm comm) {
  count_gather(comm, root, count, type, {"gather"});
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Gather(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), root, comm);
      },
      part_sent(send, count, type, comm), gathered<Blocking>(send, receive, receive_count, receive_type, root, comm));
}

CW_MPI(Igather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  count_gather(comm, root, count, type, {.kind = "gather", .nonblocking = true});
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Igather(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), root, comm,
                                   request);
      },
      part_sent(send, count, type, comm),
      gathered<NonBlocking>(send, receive, receive_count, receive_type, root, comm));
}

CW_MPI(Gatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                const int displacements[], MPI_Datatype receive_type, int root, MPI_Comm comm) {
  count_gather(comm, root, count, type, {"gatherv"});
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Gatherv(from.buffer(), count, from.type(), to.buffer(), receive_counts, to.displacements(),
                                   to.type(), root, comm);
      },
      part_sent(send, count, type, comm),
      gathered<Blocking>(send, receive, receive_counts, displacements, receive_type, root, comm));
}

CW_MPI(Igatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                 const int displacements[], MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  count_gather(comm, root, count, type, {.kind = "gatherv", .nonblocking = true});
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Igatherv(from.buffer(), count, from.type(), to.buffer(), receive_counts, to.displacements(),
                                    to.type(), root, comm, request);
      },
      part_sent(send, count, type, comm),
      gathered<NonBlocking>(send, receive, receive_counts, displacements, receive_type, root, comm));
}

CW_MPI(Scatter)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                MPI_Datatype receive_type, int root, MPI_Comm comm) {
  count_scatter(comm, root, [&](int) { return bytes_of(count, type); }, {"scatter"}, receive_count, receive_type);
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Scatter(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), root,
                                   comm);
      },
      scattered(send, count, type, root, comm), part_received<Blocking>(receive, receive_count, receive_type, comm));
}

CW_MPI(Iscatter)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                 MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  count_scatter(
      comm, root, [&](int) { return bytes_of(count, type); }, {.kind = "scatter", .nonblocking = true}, receive_count,
      receive_type);
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Iscatter(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), root,
                                    comm, request);
      },
      scattered(send, count, type, root, comm), part_received<NonBlocking>(receive, receive_count, receive_type, comm));
}

CW_MPI(Scatterv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type, void* receive,
                 int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
  count_scatter(
      comm, root, [&](int i) { return bytes_of(counts[i], type); }, {"scatterv"}, receive_count, receive_type);
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Scatterv(from.buffer(), counts, from.displacements(), from.type(), to.buffer(),
                                    receive_count, to.type(), root, comm);
      },
      scattered(send, counts, displacements, type, root, comm),
      part_received<Blocking>(receive, receive_count, receive_type, comm));
}

CW_MPI(Iscatterv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type, void* receive,
                  int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm, MPI_Request* request) {
  count_scatter(
      comm, root, [&](int i) { return bytes_of(counts[i], type); }, {.kind = "scatterv", .nonblocking = true},
      receive_count, receive_type);
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Iscatterv(from.buffer(), counts, from.displacements(), from.type(), to.buffer(),
                                     receive_count, to.type(), root, comm, request);
      },
      scattered(send, counts, displacements, type, root, comm),
      part_received<NonBlocking>(receive, receive_count, receive_type, comm));
}
