// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/traffic.hpp"

using namespace cartwright::mpi;

// Neighbourhood collectives: each process sends to all its neighbours. The blocking and the non-blocking call differ by
// the last argument.

CW_MPI(Neighbor_allgather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                           MPI_Datatype receive_type, MPI_Comm comm) {
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return real().Neighbor_allgather(send, count, type, receive, receive_count, receive_type, comm);
}

CW_MPI(Ineighbor_allgather)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                            MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return real().Ineighbor_allgather(send, count, type, receive, receive_count, receive_type, comm, request);
}

CW_MPI(Neighbor_allgatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                            const int displacements[], MPI_Datatype receive_type, MPI_Comm comm) {
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return real().Neighbor_allgatherv(send, count, type, receive, receive_counts, displacements, receive_type, comm);
}

CW_MPI(Ineighbor_allgatherv)(const void* send, int count, MPI_Datatype type, void* receive, const int receive_counts[],
                             const int displacements[], MPI_Datatype receive_type, MPI_Comm comm,
                             MPI_Request* request) {
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return real().Ineighbor_allgatherv(send, count, type, receive, receive_counts, displacements, receive_type, comm,
                                     request);
}

CW_MPI(Neighbor_alltoall)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                          MPI_Datatype receive_type, MPI_Comm comm) {
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return real().Neighbor_alltoall(send, count, type, receive, receive_count, receive_type, comm);
}

CW_MPI(Ineighbor_alltoall)(const void* send, int count, MPI_Datatype type, void* receive, int receive_count,
                           MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  count_neighbors(comm, [=](int) { return bytes_of(count, type); });
  return real().Ineighbor_alltoall(send, count, type, receive, receive_count, receive_type, comm, request);
}

CW_MPI(Neighbor_alltoallv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type,
                           void* receive, const int receive_counts[], const int receive_displacements[],
                           MPI_Datatype receive_type, MPI_Comm comm) {
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], type); });
  return real().Neighbor_alltoallv(send, counts, displacements, type, receive, receive_counts, receive_displacements,
                                   receive_type, comm);
}

CW_MPI(Ineighbor_alltoallv)(const void* send, const int counts[], const int displacements[], MPI_Datatype type,
                            void* receive, const int receive_counts[], const int receive_displacements[],
                            MPI_Datatype receive_type, MPI_Comm comm, MPI_Request* request) {
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], type); });
  return real().Ineighbor_alltoallv(send, counts, displacements, type, receive, receive_counts, receive_displacements,
                                    receive_type, comm, request);
}

CW_MPI(Neighbor_alltoallw)(const void* send, const int counts[], const MPI_Aint displacements[],
                           const MPI_Datatype types[], void* receive, const int receive_counts[],
                           const MPI_Aint receive_displacements[], const MPI_Datatype receive_types[], MPI_Comm comm) {
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], types[neighbor]); });
  return real().Neighbor_alltoallw(send, counts, displacements, types, receive, receive_counts, receive_displacements,
                                   receive_types, comm);
}

CW_MPI(Ineighbor_alltoallw)(const void* send, const int counts[], const MPI_Aint displacements[],
                            const MPI_Datatype types[], void* receive, const int receive_counts[],
                            const MPI_Aint receive_displacements[], const MPI_Datatype receive_types[], MPI_Comm comm,
                            MPI_Request* request) {
  count_neighbors(comm, [=](int neighbor) { return bytes_of(counts[neighbor], types[neighbor]); });
  return real().Ineighbor_alltoallw(send, counts, displacements, types, receive, receive_counts, receive_displacements,
                                    receive_types, comm, request);
}
