// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/interpose.hpp"

// The graph calls of Fortran, as in fortran.cpp. The older bindings of MPICH call the C functions by themselves; all of
// Open MPI's and the mpi_f08 ones of MPICH do not.
//
// MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY are variables in Fortran, recognised by their addresses. Only programs in
// Fortran have them.

#ifdef OPEN_MPI
#define NAME(name) name##_
extern "C" {
extern int mpi_fortran_unweighted_ __attribute__((weak));
extern int mpi_fortran_weights_empty_ __attribute__((weak));
}
#define FORTRAN_UNWEIGHTED (&mpi_fortran_unweighted_)
#define FORTRAN_WEIGHTS_EMPTY (&mpi_fortran_weights_empty_)
#else
#define NAME(name) name##_f08_
extern "C" {
extern int __mpi_f08_link_constants_MOD_mpi_unweighted __attribute__((weak));
extern int __mpi_f08_link_constants_MOD_mpi_weights_empty __attribute__((weak));
}
#define FORTRAN_UNWEIGHTED (&__mpi_f08_link_constants_MOD_mpi_unweighted)
#define FORTRAN_WEIGHTS_EMPTY (&__mpi_f08_link_constants_MOD_mpi_weights_empty)
#endif

namespace {

using Int = const MPI_Fint*;

const int* weights_of(Int weights) {
  if (weights != nullptr && weights == FORTRAN_UNWEIGHTED) return MPI_UNWEIGHTED;
  if (weights != nullptr && weights == FORTRAN_WEIGHTS_EMPTY) return MPI_WEIGHTS_EMPTY;
  return weights;
}

void finish(int error, MPI_Comm made, MPI_Fint* comm, MPI_Fint* ierror) {
  if (error == MPI_SUCCESS) *comm = PMPI_Comm_c2f(made);
  if (ierror != nullptr) *ierror = error;
}

}  // namespace

CW_INTERPOSE void NAME(mpi_dist_graph_create)(Int comm, Int n, Int sources, Int degrees, Int destinations, Int weights,
                                              Int info, Int reorder, MPI_Fint* graph, MPI_Fint* ierror) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error = MPI_Dist_graph_create(PMPI_Comm_f2c(*comm), *n, sources, degrees, destinations, weights_of(weights),
                                          PMPI_Info_f2c(*info), *reorder != 0, &made);
  finish(error, made, graph, ierror);
}

CW_INTERPOSE void NAME(mpi_dist_graph_create_adjacent)(Int comm, Int indegree, Int sources, Int sourceweights,
                                                       Int outdegree, Int destinations, Int destweights, Int info,
                                                       Int reorder, MPI_Fint* graph, MPI_Fint* ierror) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error =
      MPI_Dist_graph_create_adjacent(PMPI_Comm_f2c(*comm), *indegree, sources, weights_of(sourceweights), *outdegree,
                                     destinations, weights_of(destweights), PMPI_Info_f2c(*info), *reorder != 0, &made);
  finish(error, made, graph, ierror);
}

CW_INTERPOSE void NAME(mpi_graph_create)(Int comm, Int nnodes, Int index, Int edges, Int reorder, MPI_Fint* graph,
                                         MPI_Fint* ierror) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error = MPI_Graph_create(PMPI_Comm_f2c(*comm), *nnodes, index, edges, *reorder != 0, &made);
  finish(error, made, graph, ierror);
}

CW_INTERPOSE void NAME(mpi_graph_map)(Int comm, Int nnodes, Int index, Int edges, MPI_Fint* newrank, MPI_Fint* ierror) {
  const int error = MPI_Graph_map(PMPI_Comm_f2c(*comm), *nnodes, index, edges, newrank);
  if (ierror != nullptr) *ierror = error;
}

#ifdef OPEN_MPI
CW_ALSO_F08(void, mpi_dist_graph_create, (Int, Int, Int, Int, Int, Int, Int, Int, MPI_Fint*, MPI_Fint*));
CW_ALSO_F08(void, mpi_dist_graph_create_adjacent, (Int, Int, Int, Int, Int, Int, Int, Int, Int, MPI_Fint*, MPI_Fint*));
CW_ALSO_F08(void, mpi_graph_create, (Int, Int, Int, Int, Int, MPI_Fint*, MPI_Fint*));
CW_ALSO_F08(void, mpi_graph_map, (Int, Int, Int, Int, MPI_Fint*, MPI_Fint*));
#endif
