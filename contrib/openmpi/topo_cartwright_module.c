/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "ompi/mca/topo/cartwright/cartwright_place.h"
#include "ompi/mca/topo/cartwright/topo_cartwright.h"

#include <cartwright/status.h>
#include <limits.h>

#include "ompi/datatype/ompi_datatype.h"
#include "ompi/mca/coll/coll.h"
#include "ompi/mca/pml/pml.h"
#include "ompi/op/op.h"
#include "ompi/request/request.h"
#include "opal/mca/pmix/pmix-internal.h"

#define INT_TYPE ((ompi_datatype_t*)&ompi_mpi_int)

/* A grid, or edges: 3 * count numbers, for each its ends and its weight. Only process 0 has those of all processes. */
typedef struct {
  int ndims;
  const int *dims, *periods;
  int count;
  int* edges;
} pattern_t;

/* The nodes of all processes, which every process knows. */
static int find_nodes(ompi_communicator_t* comm, int node_of_rank[]) {
  for (int rank = 0; rank < ompi_comm_size(comm); ++rank) {
    opal_process_name_t name = ompi_group_get_proc_name(comm->c_local_group, rank);
    uint32_t node, *value = &node;
    int err;
    OPAL_MODEX_RECV_VALUE(err, PMIX_NODEID, &name, &value, PMIX_UINT32);
    if (err != PMIX_SUCCESS) return OMPI_ERR_NOT_FOUND;
    node_of_rank[rank] = (int)node;
  }
  return OMPI_SUCCESS;
}

/* On process 0: the new ranks of all. Returns whether they are better. */
static bool find_ranks(ompi_communicator_t* comm, const pattern_t* pattern, int node_of_rank[], int new_rank[]) {
  const char* reason = "the nodes of the processes are not known";
  int placed = -1;
  if (node_of_rank && new_rank && find_nodes(comm, node_of_rank) == OMPI_SUCCESS) {
    placed = pattern->edges
                 ? cartwright_place_graph(ompi_comm_size(comm), node_of_rank, pattern->count, pattern->edges, new_rank)
                 : cartwright_place_cart(ompi_comm_size(comm), node_of_rank, pattern->ndims, pattern->dims,
                                         pattern->periods, new_rank);
    reason = cw_last_error();
  }
  if (placed < 0)
    opal_output_verbose(1, ompi_topo_base_framework.framework_output, "topo:cartwright: ranks are kept: %s", reason);
  return placed > 0;
}

/* Makes a communicator with better ranks. *ranked is NULL if there are none. */
static int rank_anew(ompi_communicator_t* comm, const pattern_t* pattern, ompi_communicator_t** ranked) {
  const int size = ompi_comm_size(comm), root = 0;
  const bool decides = ompi_comm_rank(comm) == root;
  int *nodes = NULL, *ranks = NULL, mine = -1;
  *ranked = NULL;
  if (decides) {
    nodes = malloc((size_t)size * sizeof *nodes);
    ranks = malloc((size_t)size * sizeof *ranks);
    if (!ranks) return OMPI_ERR_OUT_OF_RESOURCE;
    if (!find_ranks(comm, pattern, nodes, ranks))
      for (int rank = 0; rank < size; ++rank) ranks[rank] = -1;
  }
  int err =
      comm->c_coll->coll_scatter(ranks, 1, INT_TYPE, &mine, 1, INT_TYPE, root, comm, comm->c_coll->coll_scatter_module);
  free(nodes);
  free(ranks);
  if (err != OMPI_SUCCESS || mine < 0) return err;
  return ompi_comm_split(comm, 0, mine, ranked, false);
}

int mca_topo_cartwright_cart_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int ndims,
                                    const int* dims, const int* periods, bool reorder,
                                    ompi_communicator_t** comm_topo) {
  ompi_communicator_t* ranked = NULL;
  if (reorder) {
    const pattern_t grid = {ndims, dims, periods, 0, NULL};
    const int err = rank_anew(old_comm, &grid, &ranked);
    if (err != OMPI_SUCCESS) return err;
  }
  const int err = mca_topo_base_cart_create(topo, ranked ? ranked : old_comm, ndims, dims, periods, reorder, comm_topo);
  if (ranked) ompi_comm_free(&ranked);
  return err;
}

/* Appends the edges of a vertex. MPI_PROC_NULL is left out. */
static void append(pattern_t* graph, int vertex, int degree, const int targets[], const int weights[]) {
  for (int i = 0; i < degree; ++i) {
    if (vertex < 0 || targets[i] < 0) continue;
    int* const edge = &graph->edges[3 * graph->count++];
    edge[0] = vertex;
    edge[1] = targets[i];
    edge[2] = weights == MPI_UNWEIGHTED ? 1 : weights[i];
  }
}

/* Gathers the edges of all processes on process 0, and makes a communicator with better ranks for them. Frees those of
 * this process. Without memory for its edges, graph->edges is NULL. */
static int rank_graph_anew(ompi_communicator_t* comm, pattern_t* graph, ompi_communicator_t** ranked) {
  const int size = ompi_comm_size(comm), root = 0;
  const bool decides = ompi_comm_rank(comm) == root;
  int* const counts = decides ? malloc(2 * (size_t)size * sizeof *counts) : NULL;
  pattern_t all = {-1, NULL, NULL, 0, NULL};
  const bool ready = graph->edges && (counts || !decides);
  long long numbers = ready ? 3LL * graph->count : INT_MAX + 1LL;
  int own = 3 * graph->count;
  *ranked = NULL;
  int err = comm->c_coll->coll_allreduce(MPI_IN_PLACE, &numbers, 1, (ompi_datatype_t*)&ompi_mpi_long_long_int,
                                         &ompi_mpi_op_sum.op, comm, comm->c_coll->coll_allreduce_module);
  if (err != OMPI_SUCCESS || numbers > INT_MAX) goto done; /* more edges than one gather takes: ranks are kept */
  err = comm->c_coll->coll_gather(&own, 1, INT_TYPE, counts, 1, INT_TYPE, root, comm, comm->c_coll->coll_gather_module);
  if (err != OMPI_SUCCESS) goto done;
  if (decides) {
    int start = 0;
    for (int rank = 0; rank < size; ++rank) {
      counts[size + rank] = start;
      start += counts[rank];
    }
    all.count = start / 3;
    all.edges = malloc(((size_t)numbers + 1) * sizeof *all.edges);
    if (!all.edges) {
      err = OMPI_ERR_OUT_OF_RESOURCE;
      goto done;
    }
  }
  err = comm->c_coll->coll_gatherv(graph->edges, own, INT_TYPE, all.edges, counts, decides ? counts + size : NULL,
                                   INT_TYPE, root, comm, comm->c_coll->coll_gatherv_module);
  if (err == OMPI_SUCCESS) err = rank_anew(comm, &all, ranked);
done:
  free(all.edges);
  free(counts);
  free(graph->edges);
  return err;
}

static void make_room(pattern_t* graph, long long edges) {
  *graph = (pattern_t){-1, NULL, NULL, 0, NULL};
  if (edges <= INT_MAX / 3) graph->edges = malloc((3 * (size_t)edges + 1) * sizeof *graph->edges);
}

int mca_topo_cartwright_dist_graph_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int n,
                                          const int nodes[], const int degrees[], const int targets[],
                                          const int weights[], opal_info_t* info, int reorder,
                                          ompi_communicator_t** new_comm) {
  ompi_communicator_t* ranked = NULL;
  if (reorder) {
    pattern_t graph;
    long long edges = 0;
    for (int i = 0; i < n; ++i) edges += degrees[i];
    make_room(&graph, edges);
    for (long long i = 0, first = 0; graph.edges && i < n; first += degrees[i++])
      append(&graph, nodes[i], degrees[i], &targets[first], weights == MPI_UNWEIGHTED ? weights : &weights[first]);
    const int err = rank_graph_anew(old_comm, &graph, &ranked);
    if (err != OMPI_SUCCESS) return err;
  }
  /* Vertex i is the process of rank i, so the base takes the edges as they are. */
  const int err = mca_topo_base_dist_graph_create(topo, ranked ? ranked : old_comm, n, nodes, degrees, targets, weights,
                                                  info, reorder, new_comm);
  if (ranked) ompi_comm_free(&ranked);
  return err;
}

/* The neighbors of a vertex: in- and outdegree, whether sources and destinations have weights, and these four lists. */
enum { HEAD = 4 };

/* Sends the neighbors of this process's old rank to the process that has it as its new rank, and receives those of its
 * new rank. Only this function communicates in `ranked`. */
static int exchange_neighbors(ompi_communicator_t* ranked, int old_rank, const int head[HEAD],
                              const int* const lists[4], int got[HEAD], int** neighbors) {
  const int lengths[4] = {head[0], head[2] ? head[0] : 0, head[1], head[3] ? head[1] : 0};
  int* const packed = malloc((2 * ((size_t)head[0] + (size_t)head[1]) + 1) * sizeof *packed);
  if (!packed) return OMPI_ERR_OUT_OF_RESOURCE;
  size_t length = 0;
  for (int list = 0; list < 4; ++list) {
    if (lengths[list] > 0) memcpy(&packed[length], lists[list], (size_t)lengths[list] * sizeof *packed);
    length += (size_t)lengths[list];
  }
  ompi_request_t* requests[2];
  ompi_status_public_t status;
  int err = MCA_PML_CALL(isend(head, HEAD, INT_TYPE, old_rank, 0, MCA_PML_BASE_SEND_STANDARD, ranked, &requests[0]));
  if (err != OMPI_SUCCESS) goto done;
  err = MCA_PML_CALL(isend(packed, length, INT_TYPE, old_rank, 1, MCA_PML_BASE_SEND_STANDARD, ranked, &requests[1]));
  if (err != OMPI_SUCCESS) goto done;
  err = MCA_PML_CALL(recv(got, HEAD, INT_TYPE, MPI_ANY_SOURCE, 0, ranked, &status));
  if (err != OMPI_SUCCESS) goto done;
  length = (size_t)got[0] * (got[2] ? 2 : 1) + (size_t)got[1] * (got[3] ? 2 : 1);
  *neighbors = malloc((length + 1) * sizeof **neighbors);
  if (!*neighbors) {
    err = OMPI_ERR_OUT_OF_RESOURCE;
    goto done;
  }
  err = MCA_PML_CALL(recv(*neighbors, length, INT_TYPE, status.MPI_SOURCE, 1, ranked, MPI_STATUS_IGNORE));
  if (err == OMPI_SUCCESS) err = ompi_request_wait_all(2, requests, MPI_STATUSES_IGNORE);
done:
  free(packed);
  return err;
}

int mca_topo_cartwright_dist_graph_create_adjacent(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm,
                                                   int indegree, const int sources[], const int sourceweights[],
                                                   int outdegree, const int destinations[], const int destweights[],
                                                   opal_info_t* info, int reorder, ompi_communicator_t** new_comm) {
  ompi_communicator_t* ranked = NULL;
  int* neighbors = NULL;
  int err;
  if (reorder) {
    pattern_t graph;
    make_room(&graph, outdegree);
    if (graph.edges) append(&graph, ompi_comm_rank(old_comm), outdegree, destinations, destweights);
    err = rank_graph_anew(old_comm, &graph, &ranked);
    if (err != OMPI_SUCCESS) return err;
  }
  if (ranked) {
    const int head[HEAD] = {indegree, outdegree, sourceweights != MPI_UNWEIGHTED, destweights != MPI_UNWEIGHTED};
    const int* const lists[4] = {sources, sourceweights, destinations, destweights};
    int got[HEAD];
    err = exchange_neighbors(ranked, ompi_comm_rank(old_comm), head, lists, got, &neighbors);
    if (err != OMPI_SUCCESS) goto done;
    indegree = got[0];
    outdegree = got[1];
    sources = neighbors;
    sourceweights = got[2] ? sources + indegree : MPI_UNWEIGHTED;
    destinations = sources + (got[2] ? 2 : 1) * indegree;
    destweights = got[3] ? destinations + outdegree : MPI_UNWEIGHTED;
  }
  err = mca_topo_base_dist_graph_create_adjacent(topo, ranked ? ranked : old_comm, indegree, sources, sourceweights,
                                                 outdegree, destinations, destweights, info, reorder, new_comm);
done:
  free(neighbors);
  if (ranked) ompi_comm_free(&ranked);
  return err;
}
