// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/packing/collective.hpp"
#include "preload/traffic/traffic_collectives.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Collectives in which every process sends to every other one. With MPI_IN_PLACE, sent and received data share one
// buffer: it is left to MPI, except in memory of a GPU.

namespace {

CollectiveBuffer sent(const void* buffer, int count, MPI_Datatype type, MPI_Comm comm, RanksOf peers) {
  return CollectiveBuffer(Role::send, Use::message, buffer, count, type, comm, peers);
}

template <typename Mode>
CollectiveBuffer received(const void* send, void* buffer, int count, MPI_Datatype type, MPI_Comm comm) {
  return CollectiveBuffer(role_of(send), Mode::receive, buffer, count, type, comm, everyone);
}

CollectiveBuffer sent(const void* buffer, const int counts[], const int displacements[], MPI_Datatype type,
                      MPI_Comm comm) {
  return CollectiveBuffer(Role::send, Use::message, buffer, counts, displacements, type, comm, everyone);
}

template <typename Mode>
CollectiveBuffer received(const void* send, void* buffer, const int counts[], const int displacements[],
                          MPI_Datatype type, MPI_Comm comm) {
  return CollectiveBuffer(role_of(send), Mode::receive, buffer, counts, displacements, type, comm, everyone);
}

/// MPI_Allgatherv may forward received data, which MPICH cuts by the extent of the datatype. Packed data has another
/// one than the processes that do not pack expect, so only data in memory of a GPU is moved, as in place.
template <typename Mode>
CollectiveBuffer forwarded(void* buffer, const int counts[], const int displacements[], MPI_Datatype type,
                           MPI_Comm comm) {
  return CollectiveBuffer(Role::both, Mode::receive, buffer, counts, displacements, type, comm, everyone);
}

TypedCollectiveBuffer<int> sent(const void* buffer, const int counts[], const int displacements[],
                                const MPI_Datatype types[], MPI_Comm comm) {
  return TypedCollectiveBuffer<int>(Role::send, Use::message, buffer, counts, displacements, types, comm, everyone);
}

template <typename Mode>
TypedCollectiveBuffer<int> received(const void* send, void* buffer, const int counts[], const int displacements[],
                                    const MPI_Datatype types[], MPI_Comm comm) {
  return TypedCollectiveBuffer<int>(role_of(send), Mode::receive, buffer, counts, displacements, types, comm, everyone);
}

/// Bytes for one process. In place, the receive arguments give their number.
std::int64_t to_each(const void* send, int count, MPI_Datatype type, int receive_count, MPI_Datatype receive_type) {
  return send == MPI_IN_PLACE ? bytes_of(receive_count, receive_type) : bytes_of(count, type);
}
std::int64_t to_each(const void* send, const int counts[], int i, MPI_Datatype type, const int receive_counts[],
                     MPI_Datatype receive_type) {
  return send == MPI_IN_PLACE ? bytes_of(receive_counts[i], receive_type) : bytes_of(counts[i], type);
}
std::int64_t to_each(const void* send, const int counts[], int i, const MPI_Datatype types[],
                     const int receive_counts[], const MPI_Datatype receive_types[]) {
  return send == MPI_IN_PLACE ? bytes_of(receive_counts[i], receive_types[i]) : bytes_of(counts[i], types[i]);
}

}  // namespace

CW_MPI(Alltoall)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                 MPI_Datatype receive_type, MPI_Comm comm) {
  count_to_each(comm, [&](int) { return to_each(send, count, type, receive_count, receive_type); },
                {.kind = "alltoall", .buffer = send});
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Alltoall(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), comm);
      },
      sent(send, count, type, comm, everyone), received<Blocking>(send, receive, receive_count, receive_type, comm));
}

CW_MPI(Ialltoall)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                  MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  count_to_each(comm, [&](int) { return to_each(send, count, type, receive_count, receive_type); },
                {.kind = "alltoall", .buffer = send, .nonblocking = true});
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Ialltoall(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), comm,
                                     request);
      },
      sent(send, count, type, comm, everyone), received<NonBlocking>(send, receive, receive_count, receive_type, comm));
}

CW_MPI(Alltoallv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type, void* receive,
                  const int receive_counts[], const int receive_displacements[], MPI_Datatype receive_type,
                  MPI_Comm comm) {
  count_to_each(comm, [&](int i) { return to_each(send, counts, i, type, receive_counts, receive_type); },
                {.kind = "alltoallv", .buffer = send});
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Alltoallv(from.buffer(), counts, from.displacements(), from.type(), to.buffer(),
                                     receive_counts, to.displacements(), to.type(), comm);
      },
      sent(send, counts, displacements, type, comm),
      received<Blocking>(send, receive, receive_counts, receive_displacements, receive_type, comm));
}

CW_MPI(Ialltoallv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type, void* receive,
                   const int receive_counts[], const int receive_displacements[], MPI_Datatype receive_type,
                   MPI_Comm comm, MPI_Request* request) {
  count_to_each(comm, [&](int i) { return to_each(send, counts, i, type, receive_counts, receive_type); },
                {.kind = "alltoallv", .buffer = send, .nonblocking = true});
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Ialltoallv(from.buffer(), counts, from.displacements(), from.type(), to.buffer(),
                                      receive_counts, to.displacements(), to.type(), comm, request);
      },
      sent(send, counts, displacements, type, comm),
      received<NonBlocking>(send, receive, receive_counts, receive_displacements, receive_type, comm));
}

CW_MPI(Alltoallw)(const void* send, const int counts[], const int displacements[], const MPI_Datatype types[],
                  void* receive, const int receive_counts[], const int receive_displacements[],
                  const MPI_Datatype receive_types[], MPI_Comm comm) {
  count_to_each(comm, [&](int i) { return to_each(send, counts, i, types, receive_counts, receive_types); },
                {.kind = "alltoallw", .buffer = send});
  return exchange(
      [&](TypedCollectiveBuffer<int>& from, TypedCollectiveBuffer<int>& to) {
        return mpi::real().Alltoallw(from.buffer(), from.counts(), from.displacements(), from.types(), to.buffer(),
                                     to.counts(), to.displacements(), to.types(), comm);
      },
      sent(send, counts, displacements, types, comm),
      received<Blocking>(send, receive, receive_counts, receive_displacements, receive_types, comm));
}

CW_MPI(Ialltoallw)(const void* send, const int counts[], const int displacements[], const MPI_Datatype types[],
                   void* receive, const int receive_counts[], const int receive_displacements[],
                   const MPI_Datatype receive_types[], MPI_Comm comm, MPI_Request* request) {
  count_to_each(comm, [&](int i) { return to_each(send, counts, i, types, receive_counts, receive_types); },
                {.kind = "alltoallw", .buffer = send, .nonblocking = true});
  return begin(
      request,
      [&](TypedCollectiveBuffer<int>& from, TypedCollectiveBuffer<int>& to) {
        return mpi::real().Ialltoallw(from.buffer(), from.counts(), from.displacements(), from.types(), to.buffer(),
                                      to.counts(), to.displacements(), to.types(), comm, request);
      },
      sent(send, counts, displacements, types, comm),
      received<NonBlocking>(send, receive, receive_counts, receive_displacements, receive_types, comm));
}

CW_MPI(Allgather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                  MPI_Datatype receive_type, MPI_Comm comm) {
  count_allgather(comm, send, count, type, receive_count, receive_type, {"allgather"});
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Allgather(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), comm);
      },
      sent(send, count, type, comm, only_one), received<Blocking>(send, receive, receive_count, receive_type, comm));
}

CW_MPI(Iallgather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                   MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  count_allgather(comm, send, count, type, receive_count, receive_type, {.kind = "allgather", .nonblocking = true});
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Iallgather(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(), comm,
                                      request);
      },
      sent(send, count, type, comm, only_one), received<NonBlocking>(send, receive, receive_count, receive_type, comm));
}

CW_MPI(Allgatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                   const int displacements[], MPI_Datatype receive_type, MPI_Comm comm) {
  count_allgather(comm, send, count, type, receive_counts, receive_type, {"allgatherv"});
  return exchange(
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Allgatherv(from.buffer(), count, from.type(), to.buffer(), receive_counts,
                                      to.displacements(), to.type(), comm);
      },
      sent(send, count, type, comm, only_one),
      forwarded<Blocking>(receive, receive_counts, displacements, receive_type, comm));
}

CW_MPI(Iallgatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                    const int displacements[], MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  count_allgather(comm, send, count, type, receive_counts, receive_type, {.kind = "allgatherv", .nonblocking = true});
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Iallgatherv(from.buffer(), count, from.type(), to.buffer(), receive_counts,
                                       to.displacements(), to.type(), comm, request);
      },
      sent(send, count, type, comm, only_one),
      forwarded<NonBlocking>(receive, receive_counts, displacements, receive_type, comm));
}
