/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "topo_cartwright.h"

#include "cartwright_reorder.h"

static int find_node(void* mpi, int rank, int* node) { return MPID_Get_node_id(mpi, rank, node); }

static int send_and_receive(void* mpi, const int* sent, int sent_count, int to, int* received, int received_count,
                            int from) {
  return MPIC_Sendrecv(sent, sent_count, MPIR_INT_INTERNAL, to < 0 ? MPI_PROC_NULL : to, MPIR_TOPO_A_TAG, received,
                       received_count, MPIR_INT_INTERNAL, from < 0 ? MPI_PROC_NULL : from, MPIR_TOPO_A_TAG, mpi,
                       MPI_STATUS_IGNORE, MPIR_COLL_ATTR_SYNC);
}

static void report(void* mpi, const char* reason) {
  MPL_UNREFERENCED_ARG(mpi);
  MPL_DBG_MSG_S(MPIR_DBG_COMM, TERSE, "Cartwright: ranks are kept: %s", reason);
}

static cartwright_comm lend(MPIR_Comm* comm_ptr) {
  return (cartwright_comm){comm_ptr, comm_ptr->local_size, comm_ptr->rank, find_node, send_and_receive,
                           report,   MPI_ERR_NO_MEM};
}

/* *ranked is the communicator with other ranks, or the old one, after a function that returned mpi_errno and the new
 * rank. */
static int rank_anew(int mpi_errno, MPIR_Comm* comm_ptr, int new_rank, MPIR_Comm** ranked) {
  if (!mpi_errno && new_rank >= 0) mpi_errno = MPIR_Comm_split_impl(comm_ptr, 0, new_rank, ranked);
  if (mpi_errno || new_rank < 0) *ranked = comm_ptr;
  return mpi_errno;
}

static int release(int mpi_errno, MPIR_Comm* comm_ptr, MPIR_Comm* ranked) {
  const int freed = ranked == comm_ptr ? MPI_SUCCESS : MPIR_Comm_free_impl(ranked);
  return mpi_errno ? mpi_errno : freed;
}

int MPII_Cartwright_cart_create(MPIR_Comm* comm_ptr, int ndims, const int dims[], const int periods[],
                                MPIR_Comm** comm_cart_ptr) {
  const cartwright_comm comm = lend(comm_ptr);
  MPIR_Comm* ranked;
  int rank = -1, mpi_errno = cartwright_reorder_cart(&comm, ndims, dims, periods, &rank);
  mpi_errno = rank_anew(mpi_errno, comm_ptr, rank, &ranked);
  if (!mpi_errno) mpi_errno = MPIR_Cart_create_impl(ranked, ndims, dims, periods, 0, comm_cart_ptr);
  return release(mpi_errno, comm_ptr, ranked);
}

int MPII_Cartwright_graph_create(MPIR_Comm* comm_ptr, int nnodes, const int index[], const int edges[],
                                 MPIR_Comm** comm_graph_ptr) {
  const cartwright_comm comm = lend(comm_ptr);
  MPIR_Comm* ranked;
  int rank = -1, mpi_errno = cartwright_reorder_graph(&comm, nnodes, index, edges, &rank);
  mpi_errno = rank_anew(mpi_errno, comm_ptr, rank, &ranked);
  if (!mpi_errno) mpi_errno = MPIR_Graph_create_impl(ranked, nnodes, index, edges, 0, comm_graph_ptr);
  return release(mpi_errno, comm_ptr, ranked);
}

int MPII_Cartwright_dist_graph_create(MPIR_Comm* comm_ptr, int n, const int sources[], const int degrees[],
                                      const int destinations[], const int weights[], MPIR_Info* info_ptr,
                                      MPIR_Comm** comm_dist_graph_ptr) {
  const cartwright_comm comm = lend(comm_ptr);
  MPIR_Comm* ranked;
  int rank = -1, mpi_errno = cartwright_reorder_dist_graph(&comm, n, sources, degrees, destinations,
                                                           weights == MPI_UNWEIGHTED ? NULL : weights, &rank);
  mpi_errno = rank_anew(mpi_errno, comm_ptr, rank, &ranked);
  if (!mpi_errno)
    mpi_errno = MPIR_Dist_graph_create_impl(ranked, n, sources, degrees, destinations, weights, info_ptr, 0,
                                            comm_dist_graph_ptr);
  return release(mpi_errno, comm_ptr, ranked);
}

int MPII_Cartwright_dist_graph_create_adjacent(MPIR_Comm* comm_ptr, int indegree, const int sources[],
                                               const int sourceweights[], int outdegree, const int destinations[],
                                               const int destweights[], MPIR_Info* info_ptr,
                                               MPIR_Comm** comm_dist_graph_ptr) {
  const cartwright_comm comm = lend(comm_ptr);
  MPIR_Comm* ranked;
  cartwright_neighbors all = {
      {indegree, outdegree},
      {sources, destinations},
      {sourceweights == MPI_UNWEIGHTED ? NULL : sourceweights, destweights == MPI_UNWEIGHTED ? NULL : destweights},
      NULL};
  int rank = -1, mpi_errno = cartwright_reorder_adjacent(&comm, &all, &rank);
  mpi_errno = rank_anew(mpi_errno, comm_ptr, rank, &ranked);
  if (!mpi_errno)
    mpi_errno = MPIR_Dist_graph_create_adjacent_impl(
        ranked, all.degree[0], all.ranks[0], all.weights[0] ? all.weights[0] : MPI_UNWEIGHTED, all.degree[1],
        all.ranks[1], all.weights[1] ? all.weights[1] : MPI_UNWEIGHTED, info_ptr, 0, comm_dist_graph_ptr);
  cartwright_free_neighbors(&all);
  return release(mpi_errno, comm_ptr, ranked);
}
