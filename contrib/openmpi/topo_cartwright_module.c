/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/mca/coll/base/coll_tags.h"
#include "ompi/mca/pml/pml.h"
#include "ompi/mca/topo/cartwright/cartwright_reorder.h"
#include "ompi/mca/topo/cartwright/topo_cartwright.h"
#include "ompi/request/request.h"
#include "opal/mca/pmix/pmix-internal.h"

#define INT_TYPE ((ompi_datatype_t*)&ompi_mpi_int)

static int find_node(void* mpi, int rank, int* node) {
  ompi_communicator_t* const comm = mpi;
  opal_process_name_t name = ompi_group_get_proc_name(comm->c_local_group, rank);
  uint32_t id, *value = &id;
  int err;
  OPAL_MODEX_RECV_VALUE(err, PMIX_NODEID, &name, &value, PMIX_UINT32);
  if (err != PMIX_SUCCESS) return OMPI_ERR_NOT_FOUND;
  *node = (int)id;
  return OMPI_SUCCESS;
}

static int send_and_receive(void* mpi, const int* sent, int sent_count, int to, int* received, int received_count,
                            int from) {
  ompi_communicator_t* const comm = mpi;
  const int tag = MCA_COLL_BASE_TAG_GATHER;
  ompi_request_t* request;
  int err = OMPI_SUCCESS, received_err = OMPI_SUCCESS;
  if (from >= 0) err = MCA_PML_CALL(irecv(received, received_count, INT_TYPE, from, tag, comm, &request));
  if (err != OMPI_SUCCESS) return err;
  if (to >= 0) err = MCA_PML_CALL(send(sent, sent_count, INT_TYPE, to, tag, MCA_PML_BASE_SEND_STANDARD, comm));
  if (from >= 0) received_err = ompi_request_wait(&request, MPI_STATUS_IGNORE);
  return err != OMPI_SUCCESS ? err : received_err;
}

static void report(void* mpi, const char* reason) {
  (void)mpi;
  opal_output_verbose(1, ompi_topo_base_framework.framework_output, "topo:cartwright: ranks are kept: %s", reason);
}

static cartwright_comm lend(ompi_communicator_t* comm) {
  return (cartwright_comm){comm,   ompi_comm_size(comm),    ompi_comm_rank(comm), find_node, send_and_receive,
                           report, OMPI_ERR_OUT_OF_RESOURCE};
}

/* *ranked is the communicator with other ranks, or the old one, after a function that returned err and the new rank. */
static int rank_anew(int err, ompi_communicator_t* comm, int new_rank, ompi_communicator_t** ranked) {
  if (err == OMPI_SUCCESS && new_rank >= 0) err = ompi_comm_split(comm, 0, new_rank, ranked, false);
  if (err != OMPI_SUCCESS || new_rank < 0) *ranked = comm;
  return err;
}

static int release(int err, ompi_communicator_t* comm, ompi_communicator_t* ranked) {
  if (ranked != comm) ompi_comm_free(&ranked);
  return err;
}

int mca_topo_cartwright_cart_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int ndims,
                                    const int* dims, const int* periods, bool reorder,
                                    ompi_communicator_t** comm_topo) {
  ompi_communicator_t* ranked = old_comm;
  int rank = -1, err = OMPI_SUCCESS;
  if (reorder) {
    const cartwright_comm comm = lend(old_comm);
    err = cartwright_reorder_cart(&comm, ndims, dims, periods, &rank);
    err = rank_anew(err, old_comm, rank, &ranked);
  }
  if (err == OMPI_SUCCESS) err = mca_topo_base_cart_create(topo, ranked, ndims, dims, periods, reorder, comm_topo);
  return release(err, old_comm, ranked);
}

int mca_topo_cartwright_graph_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int nnodes,
                                     const int* index, const int* edges, bool reorder, ompi_communicator_t** new_comm) {
  ompi_communicator_t* ranked = old_comm;
  int rank = -1, err = OMPI_SUCCESS;
  if (reorder) {
    const cartwright_comm comm = lend(old_comm);
    err = cartwright_reorder_graph(&comm, nnodes, index, edges, &rank);
    err = rank_anew(err, old_comm, rank, &ranked);
  }
  if (err == OMPI_SUCCESS) err = mca_topo_base_graph_create(topo, ranked, nnodes, index, edges, reorder, new_comm);
  return release(err, old_comm, ranked);
}

int mca_topo_cartwright_dist_graph_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int n,
                                          const int nodes[], const int degrees[], const int targets[],
                                          const int weights[], opal_info_t* info, int reorder,
                                          ompi_communicator_t** new_comm) {
  ompi_communicator_t* ranked = old_comm;
  int rank = -1, err = OMPI_SUCCESS;
  if (reorder) {
    const cartwright_comm comm = lend(old_comm);
    err = cartwright_reorder_dist_graph(&comm, n, nodes, degrees, targets, weights == MPI_UNWEIGHTED ? NULL : weights,
                                        &rank);
    err = rank_anew(err, old_comm, rank, &ranked);
  }
  if (err == OMPI_SUCCESS)
    err = mca_topo_base_dist_graph_create(topo, ranked, n, nodes, degrees, targets, weights, info, reorder, new_comm);
  return release(err, old_comm, ranked);
}

int mca_topo_cartwright_dist_graph_create_adjacent(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm,
                                                   int indegree, const int sources[], const int sourceweights[],
                                                   int outdegree, const int destinations[], const int destweights[],
                                                   opal_info_t* info, int reorder, ompi_communicator_t** new_comm) {
  ompi_communicator_t* ranked = old_comm;
  cartwright_neighbors all = {
      {indegree, outdegree},
      {sources, destinations},
      {sourceweights == MPI_UNWEIGHTED ? NULL : sourceweights, destweights == MPI_UNWEIGHTED ? NULL : destweights},
      NULL};
  int rank = -1, err = OMPI_SUCCESS;
  if (reorder) {
    const cartwright_comm comm = lend(old_comm);
    err = cartwright_reorder_adjacent(&comm, &all, &rank);
    err = rank_anew(err, old_comm, rank, &ranked);
  }
  if (err == OMPI_SUCCESS)
    err = mca_topo_base_dist_graph_create_adjacent(
        topo, ranked, all.degree[0], all.ranks[0], all.weights[0] ? all.weights[0] : MPI_UNWEIGHTED, all.degree[1],
        all.ranks[1], all.weights[1] ? all.weights[1] : MPI_UNWEIGHTED, info, reorder, new_comm);
  cartwright_free_neighbors(&all);
  return release(err, old_comm, ranked);
}
