// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/uncounted.hpp"
#include "preload/base/interpose.hpp"
#include "preload/neighbors/neighbor_collective.hpp"
#include "preload/neighbors/node_channel.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/packing/collective.hpp"
#include "preload/traffic/traffic.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Neighborhood collectives: each process sends to all its neighbors. They are counted for the traffic report. Then
// blocks stay on the node where that shares memory; otherwise MPI gets packed data or the user's.

namespace {

/// Open MPI sends nothing if the equal blocks of a blocking collective are empty.
#ifdef OPEN_MPI
constexpr bool sends_empty_blocks = false;
#else
constexpr bool sends_empty_blocks = true;
#endif

CollectiveBuffer sent_to_neighbors(const void* buffer, int count, MPI_Datatype type, MPI_Comm comm, RanksOf peers) {
  return CollectiveBuffer(Role::send, Use::message, buffer, count, type, comm, peers);
}
CollectiveBuffer sent_to_neighbors(const void* buffer, const int counts[], const int displacements[], MPI_Datatype type,
                                   MPI_Comm comm) {
  return CollectiveBuffer(Role::send, Use::message, buffer, counts, displacements, type, comm, destinations);
}
TypedCollectiveBuffer<MPI_Aint> sent_to_neighbors(const void* buffer, const int counts[],
                                                  const MPI_Aint displacements[], const MPI_Datatype types[],
                                                  MPI_Comm comm) {
  return TypedCollectiveBuffer<MPI_Aint>(Role::send, Use::message, buffer, counts, displacements, types, comm,
                                         destinations);
}

template <typename Mode>
CollectiveBuffer received_from_neighbors(void* buffer, int count, MPI_Datatype type, MPI_Comm comm) {
  return CollectiveBuffer(Role::receive, Mode::receive, buffer, count, type, comm, sources);
}
template <typename Mode>
CollectiveBuffer received_from_neighbors(void* buffer, const int counts[], const int displacements[], MPI_Datatype type,
                                         MPI_Comm comm) {
  return CollectiveBuffer(Role::receive, Mode::receive, buffer, counts, displacements, type, comm, sources);
}
template <typename Mode>
TypedCollectiveBuffer<MPI_Aint> received_from_neighbors(void* buffer, const int counts[],
                                                        const MPI_Aint displacements[], const MPI_Datatype types[],
                                                        MPI_Comm comm) {
  return TypedCollectiveBuffer<MPI_Aint>(Role::receive, Mode::receive, buffer, counts, displacements, types, comm,
                                         sources);
}

}  // namespace

CW_MPI(Neighbor_allgather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                           MPI_Datatype receive_type, MPI_Comm comm) {
  const mpi::Uncounted counted_here;
  if (sends_empty_blocks || count != 0) count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return exchange_with_neighbors(
      comm, NeighborForm::gather, {same_block(send, count, type), equal_blocks(receive, receive_count, receive_type)},
      [&] { return mpi::real().Neighbor_allgather(send, count, type, receive, receive_count, receive_type, comm); },
      [&] {
        return exchange(
            [&](CollectiveBuffer& from, CollectiveBuffer& to) {
              return mpi::real().Neighbor_allgather(from.buffer(), count, from.type(), to.buffer(), receive_count,
                                                    to.type(), comm);
            },
            sent_to_neighbors(send, count, type, comm, only_one),
            received_from_neighbors<Blocking>(receive, receive_count, receive_type, comm));
      });
}

CW_MPI(Ineighbor_allgather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                            MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  int error = MPI_SUCCESS;
  if (has_node_channel() &&
      begin_with_neighbors(comm, NeighborForm::gather,
                           {same_block(send, count, type), equal_blocks(receive, receive_count, receive_type)}, request,
                           error))
    return error;
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Ineighbor_allgather(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(),
                                               comm, request);
      },
      sent_to_neighbors(send, count, type, comm, only_one),
      received_from_neighbors<NonBlocking>(receive, receive_count, receive_type, comm));
}

CW_MPI(Neighbor_allgatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                            const int displacements[], MPI_Datatype receive_type, MPI_Comm comm) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return exchange_with_neighbors(
      comm, NeighborForm::gather,
      {same_block(send, count, type), blocks_at(receive, receive_counts, displacements, receive_type)},
      [&] {
        return mpi::real().Neighbor_allgatherv(send, count, type, receive, receive_counts, displacements, receive_type,
                                               comm);
      },
      [&] {
        return exchange(
            [&](CollectiveBuffer& from, CollectiveBuffer& to) {
              return mpi::real().Neighbor_allgatherv(from.buffer(), count, from.type(), to.buffer(), receive_counts,
                                                     to.displacements(), to.type(), comm);
            },
            sent_to_neighbors(send, count, type, comm, only_one),
            received_from_neighbors<Blocking>(receive, receive_counts, displacements, receive_type, comm));
      });
}

CW_MPI(Ineighbor_allgatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                             const int displacements[], MPI_Datatype receive_type, MPI_Comm comm,
                             MPI_Request* request) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  int error = MPI_SUCCESS;
  if (has_node_channel() && begin_with_neighbors(comm, NeighborForm::gather,
                                                 {same_block(send, count, type),
                                                  blocks_at(receive, receive_counts, displacements, receive_type)},
                                                 request, error))
    return error;
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Ineighbor_allgatherv(from.buffer(), count, from.type(), to.buffer(), receive_counts,
                                                to.displacements(), to.type(), comm, request);
      },
      sent_to_neighbors(send, count, type, comm, only_one),
      received_from_neighbors<NonBlocking>(receive, receive_counts, displacements, receive_type, comm));
}

CW_MPI(Neighbor_alltoall)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                          MPI_Datatype receive_type, MPI_Comm comm) {
  const mpi::Uncounted counted_here;
  if (sends_empty_blocks || count != 0) count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return exchange_with_neighbors(
      comm, NeighborForm::alltoall,
      {equal_blocks(send, count, type), equal_blocks(receive, receive_count, receive_type)},
      [&] { return mpi::real().Neighbor_alltoall(send, count, type, receive, receive_count, receive_type, comm); },
      [&] {
        return exchange(
            [&](CollectiveBuffer& from, CollectiveBuffer& to) {
              return mpi::real().Neighbor_alltoall(from.buffer(), count, from.type(), to.buffer(), receive_count,
                                                   to.type(), comm);
            },
            sent_to_neighbors(send, count, type, comm, destinations),
            received_from_neighbors<Blocking>(receive, receive_count, receive_type, comm));
      });
}

CW_MPI(Ineighbor_alltoall)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                           MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  int error = MPI_SUCCESS;
  if (has_node_channel() &&
      begin_with_neighbors(comm, NeighborForm::alltoall,
                           {equal_blocks(send, count, type), equal_blocks(receive, receive_count, receive_type)},
                           request, error))
    return error;
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Ineighbor_alltoall(from.buffer(), count, from.type(), to.buffer(), receive_count, to.type(),
                                              comm, request);
      },
      sent_to_neighbors(send, count, type, comm, destinations),
      received_from_neighbors<NonBlocking>(receive, receive_count, receive_type, comm));
}

CW_MPI(Neighbor_alltoallv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type,
                           void* receive, const int receive_counts[], const int receive_displacements[],
                           MPI_Datatype receive_type, MPI_Comm comm) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], type); });
  return exchange_with_neighbors(
      comm, NeighborForm::alltoallv,
      {blocks_at(send, counts, displacements, type),
       blocks_at(receive, receive_counts, receive_displacements, receive_type)},
      [&] {
        return mpi::real().Neighbor_alltoallv(send, counts, displacements, type, receive, receive_counts,
                                              receive_displacements, receive_type, comm);
      },
      [&] {
        return exchange(
            [&](CollectiveBuffer& from, CollectiveBuffer& to) {
              return mpi::real().Neighbor_alltoallv(from.buffer(), counts, from.displacements(), from.type(),
                                                    to.buffer(), receive_counts, to.displacements(), to.type(), comm);
            },
            sent_to_neighbors(send, counts, displacements, type, comm),
            received_from_neighbors<Blocking>(receive, receive_counts, receive_displacements, receive_type, comm));
      });
}

CW_MPI(Ineighbor_alltoallv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type,
                            void* receive, const int receive_counts[], const int receive_displacements[],
                            MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], type); });
  int error = MPI_SUCCESS;
  if (has_node_channel() &&
      begin_with_neighbors(comm, NeighborForm::alltoallv,
                           {blocks_at(send, counts, displacements, type),
                            blocks_at(receive, receive_counts, receive_displacements, receive_type)},
                           request, error))
    return error;
  return begin(
      request,
      [&](CollectiveBuffer& from, CollectiveBuffer& to) {
        return mpi::real().Ineighbor_alltoallv(from.buffer(), counts, from.displacements(), from.type(), to.buffer(),
                                               receive_counts, to.displacements(), to.type(), comm, request);
      },
      sent_to_neighbors(send, counts, displacements, type, comm),
      received_from_neighbors<NonBlocking>(receive, receive_counts, receive_displacements, receive_type, comm));
}

CW_MPI(Neighbor_alltoallw)(const void* send, const int counts[], const MPI_Aint displacements[],
                           const MPI_Datatype types[], void* receive, const int receive_counts[],
                           const MPI_Aint receive_displacements[], const MPI_Datatype receive_types[], MPI_Comm comm) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], types[neighbor]); });
  return exchange_with_neighbors(
      comm, NeighborForm::alltoallw,
      {typed_blocks(send, counts, displacements, types),
       typed_blocks(receive, receive_counts, receive_displacements, receive_types)},
      [&] {
        return mpi::real().Neighbor_alltoallw(send, counts, displacements, types, receive, receive_counts,
                                              receive_displacements, receive_types, comm);
      },
      [&] {
        return exchange(
            [&](TypedCollectiveBuffer<MPI_Aint>& from, TypedCollectiveBuffer<MPI_Aint>& to) {
              return mpi::real().Neighbor_alltoallw(from.buffer(), from.counts(), from.displacements(), from.types(),
                                                    to.buffer(), to.counts(), to.displacements(), to.types(), comm);
            },
            sent_to_neighbors(send, counts, displacements, types, comm),
            received_from_neighbors<Blocking>(receive, receive_counts, receive_displacements, receive_types, comm));
      });
}

CW_MPI(Ineighbor_alltoallw)(const void* send, const int counts[], const MPI_Aint displacements[],
                            const MPI_Datatype types[], void* receive, const int receive_counts[],
                            const MPI_Aint receive_displacements[], const MPI_Datatype receive_types[], MPI_Comm comm,
                            MPI_Request* request) {
  const mpi::Uncounted counted_here;
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], types[neighbor]); });
  int error = MPI_SUCCESS;
  if (has_node_channel() &&
      begin_with_neighbors(comm, NeighborForm::alltoallw,
                           {typed_blocks(send, counts, displacements, types),
                            typed_blocks(receive, receive_counts, receive_displacements, receive_types)},
                           request, error))
    return error;
  return begin(
      request,
      [&](TypedCollectiveBuffer<MPI_Aint>& from, TypedCollectiveBuffer<MPI_Aint>& to) {
        return mpi::real().Ineighbor_alltoallw(from.buffer(), from.counts(), from.displacements(), from.types(),
                                               to.buffer(), to.counts(), to.displacements(), to.types(), comm, request);
      },
      sent_to_neighbors(send, counts, displacements, types, comm),
      received_from_neighbors<NonBlocking>(receive, receive_counts, receive_displacements, receive_types, comm));
}
