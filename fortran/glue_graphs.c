/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* As glue.c, for graphs. */
#include "cartwright/mpix.h"

#include <ISO_Fortran_binding.h>

/* The weights of edges, or the sentinel of C for one of Fortran. */
static const int* edge_weights(const CFI_cdesc_t* weights, const CFI_cdesc_t* unweighted, const CFI_cdesc_t* empty) {
  if (weights->base_addr == unweighted->base_addr) return MPI_UNWEIGHTED;
  if (weights->base_addr == empty->base_addr) return MPI_WEIGHTS_EMPTY;
  return weights->base_addr;
}

int cwf_dist_graph_create(MPI_Fint comm_old, int n, const int sources[], const int degrees[], const int destinations[],
                          const CFI_cdesc_t* weights, MPI_Fint info, int reorder, MPI_Fint* comm_dist_graph,
                          const CFI_cdesc_t* unweighted, const CFI_cdesc_t* empty) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error =
      MPIX_Dist_graph_create(MPI_Comm_f2c(comm_old), n, sources, degrees, destinations,
                             edge_weights(weights, unweighted, empty), MPI_Info_f2c(info), reorder, &made);
  *comm_dist_graph = MPI_Comm_c2f(made);
  return error;
}

int cwf_dist_graph_create_adjacent(MPI_Fint comm_old, int indegree, const int sources[],
                                   const CFI_cdesc_t* sourceweights, int outdegree, const int destinations[],
                                   const CFI_cdesc_t* destweights, MPI_Fint info, int reorder,
                                   MPI_Fint* comm_dist_graph, const CFI_cdesc_t* unweighted, const CFI_cdesc_t* empty) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error = MPIX_Dist_graph_create_adjacent(
      MPI_Comm_f2c(comm_old), indegree, sources, edge_weights(sourceweights, unweighted, empty), outdegree,
      destinations, edge_weights(destweights, unweighted, empty), MPI_Info_f2c(info), reorder, &made);
  *comm_dist_graph = MPI_Comm_c2f(made);
  return error;
}

int cwf_graph_create(MPI_Fint comm_old, int nnodes, const int index[], const int edges[], int reorder,
                     MPI_Fint* comm_graph) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error = MPIX_Graph_create(MPI_Comm_f2c(comm_old), nnodes, index, edges, reorder, &made);
  *comm_graph = MPI_Comm_c2f(made);
  return error;
}
