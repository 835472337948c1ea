// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"
#include "preload/traffic.hpp"

using namespace cartwright::mpi;

// Sends from Fortran under Open MPI, whose bindings call PMPI functions inside: counted here, then handed to the
// binding itself under its profiling name, which knows Fortran's MPI_BOTTOM and its absent status. (MPICH's bindings
// call the C functions MPI_*, where sends are counted already.)

namespace {

using Int = const MPI_Fint*;

void count_fortran(Int comm, Int dest, Int count, Int type) {
  count_send(PMPI_Comm_f2c(*comm), *dest, *count, PMPI_Type_f2c(*type));
}

}  // namespace

// A name, its parameters, what to do before it is called and after.
#define FORTRAN(name, parameters, arguments, before, after) \
  extern "C" void pmpi_##name##_ parameters;                \
  CW_INTERPOSE void mpi_##name##_ parameters {              \
    before;                                                 \
    pmpi_##name##_ arguments;                               \
    after;                                                  \
  }                                                         \
  CW_ALSO_F08(void, mpi_##name, parameters)

#define SEND(name)                                                                                       \
  FORTRAN(name, (const void* buffer, Int count, Int type, Int dest, Int tag, Int comm, MPI_Fint* error), \
          (buffer, count, type, dest, tag, comm, error), count_fortran(comm, dest, count, type), )
SEND(send);
SEND(bsend);
SEND(ssend);
SEND(rsend);

#define ISEND(name)                                                                                                   \
  FORTRAN(name,                                                                                                       \
          (const void* buffer, Int count, Int type, Int dest, Int tag, Int comm, MPI_Fint* request, MPI_Fint* error), \
          (buffer, count, type, dest, tag, comm, request, error), count_fortran(comm, dest, count, type), )
ISEND(isend);
ISEND(ibsend);
ISEND(issend);
ISEND(irsend);

FORTRAN(sendrecv,
        (const void* send, Int count, Int type, Int dest, Int tag, void* receive, Int receive_count, Int receive_type,
         Int source, Int receive_tag, Int comm, MPI_Fint* status, MPI_Fint* error),
        (send, count, type, dest, tag, receive, receive_count, receive_type, source, receive_tag, comm, status, error),
        count_fortran(comm, dest, count, type), );

FORTRAN(sendrecv_replace,
        (void* buffer, Int count, Int type, Int dest, Int tag, Int source, Int receive_tag, Int comm, MPI_Fint* status,
         MPI_Fint* error),
        (buffer, count, type, dest, tag, source, receive_tag, comm, status, error),
        count_fortran(comm, dest, count, type), );

#define SEND_INIT(name)                                                                                               \
  FORTRAN(name,                                                                                                       \
          (const void* buffer, Int count, Int type, Int dest, Int tag, Int comm, MPI_Fint* request, MPI_Fint* error), \
          (buffer, count, type, dest, tag, comm, request, error), ,                                                   \
          remember_persistent(PMPI_Request_f2c(*request), PMPI_Comm_f2c(*comm), *dest, *count, PMPI_Type_f2c(*type)))
SEND_INIT(send_init);
SEND_INIT(bsend_init);
SEND_INIT(ssend_init);
SEND_INIT(rsend_init);

namespace {

void count_equal(Int comm, Int count, Int type) {
  const std::int64_t bytes = bytes_of(*count, PMPI_Type_f2c(*type));
  count_neighbors(PMPI_Comm_f2c(*comm), [=](int) { return bytes; });
}

void count_varying(Int comm, Int counts, Int type) {
  const MPI_Datatype c_type = PMPI_Type_f2c(*type);
  count_neighbors(PMPI_Comm_f2c(*comm), [=](int neighbor) { return bytes_of(counts[neighbor], c_type); });
}

void count_typed(Int comm, Int counts, Int types) {
  count_neighbors(PMPI_Comm_f2c(*comm),
                  [=](int neighbor) { return bytes_of(counts[neighbor], PMPI_Type_f2c(types[neighbor])); });
}

}  // namespace

FORTRAN(neighbor_allgather,
        (const void* send, Int count, Int type, void* receive, Int receive_count, Int receive_type, Int comm,
         MPI_Fint* error),
        (send, count, type, receive, receive_count, receive_type, comm, error), count_equal(comm, count, type), );

FORTRAN(neighbor_allgatherv,
        (const void* send, Int count, Int type, void* receive, Int counts, Int displacements, Int receive_type,
         Int comm, MPI_Fint* error),
        (send, count, type, receive, counts, displacements, receive_type, comm, error),
        count_equal(comm, count, type), );

FORTRAN(neighbor_alltoall,
        (const void* send, Int count, Int type, void* receive, Int receive_count, Int receive_type, Int comm,
         MPI_Fint* error),
        (send, count, type, receive, receive_count, receive_type, comm, error), count_equal(comm, count, type), );

FORTRAN(neighbor_alltoallv,
        (const void* send, Int counts, Int displacements, Int type, void* receive, Int receive_counts,
         Int receive_displacements, Int receive_type, Int comm, MPI_Fint* error),
        (send, counts, displacements, type, receive, receive_counts, receive_displacements, receive_type, comm, error),
        count_varying(comm, counts, type), );

FORTRAN(neighbor_alltoallw,
        (const void* send, Int counts, const MPI_Aint* displacements, Int types, void* receive, Int receive_counts,
         const MPI_Aint* receive_displacements, Int receive_types, Int comm, MPI_Fint* error),
        (send, counts, displacements, types, receive, receive_counts, receive_displacements, receive_types, comm,
         error),
        count_typed(comm, counts, types), );
