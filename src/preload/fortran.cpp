// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"

#include <vector>

// The Fortran names of the calls that Cartwright answers. They are needed because many bindings call PMPI_Cart_create,
// and not MPI_Cart_create, inside: those of Open MPI all do; those of MPICH do for mpi_f08 only, but then lose nothing
// by coming here. Symbols are those of gfortran, flang and ifx.

namespace {

void set_error(MPI_Fint* ierror, int error) {
  if (ierror != nullptr) *ierror = error;
}

/// LOGICAL arrays: only zero is false for every compiler.
std::vector<int> logicals(const MPI_Fint* values, int count) {
  std::vector<int> ints;
  for (int i = 0; i < count; ++i) ints.push_back(values[i] != 0);
  return ints;
}

}  // namespace

CW_INTERPOSE void mpi_cart_create_(const MPI_Fint* comm, const MPI_Fint* ndims, const MPI_Fint* dims,
                                   const MPI_Fint* periods, const MPI_Fint* reorder, MPI_Fint* cart, MPI_Fint* ierror) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error =
      MPI_Cart_create(PMPI_Comm_f2c(*comm), *ndims, dims, logicals(periods, *ndims).data(), *reorder != 0, &made);
  if (error == MPI_SUCCESS) *cart = PMPI_Comm_c2f(made);
  set_error(ierror, error);
}
CW_ALSO_F08(void, mpi_cart_create,
            (const MPI_Fint*, const MPI_Fint*, const MPI_Fint*, const MPI_Fint*, const MPI_Fint*, MPI_Fint*,
             MPI_Fint*));

CW_INTERPOSE void mpi_cart_map_(const MPI_Fint* comm, const MPI_Fint* ndims, const MPI_Fint* dims,
                                const MPI_Fint* periods, MPI_Fint* newrank, MPI_Fint* ierror) {
  set_error(ierror, MPI_Cart_map(PMPI_Comm_f2c(*comm), *ndims, dims, logicals(periods, *ndims).data(), newrank));
}
CW_ALSO_F08(void, mpi_cart_map,
            (const MPI_Fint*, const MPI_Fint*, const MPI_Fint*, const MPI_Fint*, MPI_Fint*, MPI_Fint*));

// Requests are started without a word about buffers, so that MPICH's mpi_f08 calls PMPI for them, too.

CW_INTERPOSE void mpi_start_(MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request c_request = PMPI_Request_f2c(*request);
  set_error(ierror, MPI_Start(&c_request));
  *request = PMPI_Request_c2f(c_request);
}
CW_ALSO_F08(void, mpi_start, (MPI_Fint*, MPI_Fint*));

CW_INTERPOSE void mpi_startall_(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* ierror) {
  std::vector<MPI_Request> c_requests;
  for (int i = 0; i < *count; ++i) c_requests.push_back(PMPI_Request_f2c(requests[i]));
  set_error(ierror, MPI_Startall(*count, c_requests.data()));
  for (int i = 0; i < *count; ++i) requests[i] = PMPI_Request_c2f(c_requests[static_cast<std::size_t>(i)]);
}
CW_ALSO_F08(void, mpi_startall, (const MPI_Fint*, MPI_Fint*, MPI_Fint*));

CW_INTERPOSE void mpi_request_free_(MPI_Fint* request, MPI_Fint* ierror) {
  MPI_Request c_request = PMPI_Request_f2c(*request);
  set_error(ierror, MPI_Request_free(&c_request));
  *request = PMPI_Request_c2f(c_request);
}
CW_ALSO_F08(void, mpi_request_free, (MPI_Fint*, MPI_Fint*));

CW_INTERPOSE void mpi_init_f08_(MPI_Fint* ierror) { set_error(ierror, MPI_Init(nullptr, nullptr)); }

CW_INTERPOSE void mpi_init_thread_f08_(const MPI_Fint* required, MPI_Fint* provided, MPI_Fint* ierror) {
  set_error(ierror, MPI_Init_thread(nullptr, nullptr, *required, provided));
}

CW_INTERPOSE void mpi_finalize_f08_(MPI_Fint* ierror) { set_error(ierror, MPI_Finalize()); }

#ifdef OPEN_MPI
// MPICH's bindings for `use mpi` and mpif.h prepare Fortran's constants here, then call the C function themselves.
CW_INTERPOSE void mpi_init_(MPI_Fint* ierror) __attribute__((alias("mpi_init_f08_")));
CW_INTERPOSE void mpi_init_thread_(const MPI_Fint*, MPI_Fint*, MPI_Fint*)
    __attribute__((alias("mpi_init_thread_f08_")));
CW_INTERPOSE void mpi_finalize_(MPI_Fint* ierror) __attribute__((alias("mpi_finalize_f08_")));
#endif
