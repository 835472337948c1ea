/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "cartwright_reorder.h"

#include <cartwright/status.h>
#include <limits.h>
#include <stdlib.h>

#include "cartwright_place.h"

/* A grid, or the edges of a graph: 3 * count numbers, for each its ends and its weight. */
typedef struct {
  int ndims; /* -1: a graph */
  const int *dims, *periods;
  int vertices; /* of a graph */
  int count;    /* -1: there are too many edges, and ranks are kept */
  int* edges;
} pattern;

static int send(const cartwright_comm* comm, const int* values, int count, int to) {
  return comm->sendrecv(comm->mpi, values, count, to, NULL, 0, -1);
}

static int receive(const cartwright_comm* comm, int* values, int count, int from) {
  return comm->sendrecv(comm->mpi, NULL, 0, -1, values, count, from);
}

/* From process 0. */
static int broadcast(const cartwright_comm* comm, int* values, int count) {
  const unsigned rank = (unsigned)comm->rank, size = (unsigned)comm->size;
  unsigned step = 1;
  while (step < size && !(rank & step)) step *= 2;
  int err = rank ? receive(comm, values, count, (int)(rank - step)) : 0;
  while (!err && (step /= 2))
    if (rank + step < size) err = send(comm, values, count, (int)(rank + step));
  return err;
}

/* Appends the edges of another process, if there is room for them. */
static int receive_edges(const cartwright_comm* comm, pattern* graph, int from) {
  int count, taken = 0;
  int err = receive(comm, &count, 1, from);
  if (err) return err;
  if (count < 0 || graph->count > INT_MAX / 3 - count) graph->count = -1;
  if (graph->count >= 0) {
    int* const edges = realloc(graph->edges, (3 * ((size_t)graph->count + (size_t)count) + 1) * sizeof *edges);
    if (edges) {
      graph->edges = edges;
      taken = count;
    } else {
      graph->count = -1;
    }
  }
  err = send(comm, &taken, 1, from);
  if (err || taken == 0) return err;
  err = receive(comm, &graph->edges[3 * (size_t)graph->count], 3 * taken, from);
  graph->count += taken;
  return err;
}

/* Gathers the edges of all processes on process 0. */
static int gather_edges(const cartwright_comm* comm, pattern* graph) {
  const unsigned rank = (unsigned)comm->rank, size = (unsigned)comm->size;
  for (unsigned step = 1; step < size; step *= 2) {
    if (rank & step) {
      const int parent = (int)(rank - step);
      int taken, err = send(comm, &graph->count, 1, parent);
      if (!err) err = receive(comm, &taken, 1, parent);
      return err || taken == 0 ? err : send(comm, graph->edges, 3 * taken, parent);
    }
    const int err = rank + step < size ? receive_edges(comm, graph, (int)(rank + step)) : 0;
    if (err) return err;
  }
  return 0;
}

/* On process 0: the new ranks of all. Returns whether they are better. */
static int find_ranks(const cartwright_comm* comm, const pattern* pattern, int new_rank[]) {
  int* const nodes = malloc((size_t)comm->size * sizeof *nodes);
  const char* reason = NULL;
  int placed = -1;
  if (!nodes || !new_rank) reason = "too little memory";
  if (pattern->count < 0) reason = "too many edges";
  for (int rank = 0; !reason && rank < comm->size; ++rank) {
    new_rank[rank] = rank;
    if (comm->find_node(comm->mpi, rank, &nodes[rank])) reason = "the nodes of the processes are not known";
  }
  if (!reason) {
    placed = pattern->ndims < 0
                 ? cartwright_place_graph(pattern->vertices, nodes, pattern->count, pattern->edges, new_rank)
                 : cartwright_place_cart(comm->size, nodes, pattern->ndims, pattern->dims, pattern->periods, new_rank);
    reason = cw_last_error();
  }
  if (placed < 0) comm->report(comm->mpi, reason);
  free(nodes);
  return placed > 0;
}

/* *new_ranks receives the new ranks of all processes, to be freed, or NULL if they keep theirs. */
static int reorder(const cartwright_comm* comm, const pattern* pattern, int** new_ranks) {
  int *ranks = NULL, better = 0;
  *new_ranks = NULL;
  if (comm->rank == 0) {
    ranks = malloc((size_t)comm->size * sizeof *ranks);
    better = find_ranks(comm, pattern, ranks);
  }
  int err = broadcast(comm, &better, 1);
  if (!err && better) {
    if (!ranks) ranks = malloc((size_t)comm->size * sizeof *ranks);
    err = ranks ? broadcast(comm, ranks, comm->size) : comm->no_memory;
    if (!err) {
      *new_ranks = ranks;
      return 0;
    }
  }
  free(ranks);
  return err;
}

/* The new rank of this process. */
static int take_rank(const cartwright_comm* comm, int err, int* ranks, int* new_rank) {
  *new_rank = ranks ? ranks[comm->rank] : -1;
  free(ranks);
  return err;
}

int cartwright_reorder_cart(const cartwright_comm* comm, int ndims, const int dims[], const int periods[],
                            int* new_rank) {
  const pattern grid = {ndims, dims, periods, 0, 0, NULL};
  int* ranks;
  const int err = reorder(comm, &grid, &ranks);
  return take_rank(comm, err, ranks, new_rank);
}

/* A graph without edges, but with room for them. */
static pattern graph_of(int vertices, long long edges) {
  pattern graph = {-1, NULL, NULL, vertices, 0, NULL};
  if (edges <= INT_MAX / 3) graph.edges = malloc((3 * (size_t)edges + 1) * sizeof *graph.edges);
  if (!graph.edges) graph.count = -1;
  return graph;
}

/* Appends the edges of a vertex. Those to MPI_PROC_NULL, which is negative, are left out. */
static void append(pattern* graph, int vertex, int degree, const int targets[], const int weights[]) {
  for (int i = 0; graph->count >= 0 && i < degree; ++i) {
    if (vertex < 0 || targets[i] < 0) continue;
    int* const edge = &graph->edges[3 * (size_t)graph->count++];
    edge[0] = vertex;
    edge[1] = targets[i];
    edge[2] = weights ? weights[i] : 1;
  }
}

int cartwright_reorder_graph(const cartwright_comm* comm, int nnodes, const int index[], const int edges[],
                             int* new_rank) {
  /* Every process has all edges. */
  const int vertices = comm->rank == 0 && nnodes <= comm->size ? nnodes : 0;
  pattern graph = graph_of(vertices, vertices > 0 ? index[vertices - 1] : 0);
  for (int vertex = 0, first = 0; vertex < vertices; first = index[vertex++])
    append(&graph, vertex, index[vertex] - first, &edges[first], NULL);
  int* ranks;
  const int err = reorder(comm, &graph, &ranks);
  free(graph.edges);
  return take_rank(comm, err, ranks, new_rank);
}

/* Frees the edges of this process. */
static int reorder_distributed(const cartwright_comm* comm, pattern* graph, int** ranks) {
  *ranks = NULL;
  int err = gather_edges(comm, graph);
  if (!err) err = reorder(comm, graph, ranks);
  free(graph->edges);
  return err;
}

int cartwright_reorder_dist_graph(const cartwright_comm* comm, int n, const int sources[], const int degrees[],
                                  const int destinations[], const int weights[], int* new_rank) {
  long long edges = 0;
  for (int i = 0; i < n; ++i) edges += degrees[i];
  pattern graph = graph_of(comm->size, edges);
  for (long long i = 0, first = 0; i < n; first += degrees[i++])
    append(&graph, sources[i], degrees[i], &destinations[first], weights ? &weights[first] : NULL);
  int* ranks;
  const int err = reorder_distributed(comm, &graph, &ranks);
  return take_rank(comm, err, ranks, new_rank);
}

/* Sends the neighbors of this process's old rank to the process that has it as its new rank, and receives those of its
 * new rank. */
static int exchange(const cartwright_comm* comm, const int new_rank[], cartwright_neighbors* neighbors) {
  const int from = new_rank[comm->rank];
  int to = 0;
  while (new_rank[to] != comm->rank) ++to;
  if (to == comm->rank) return 0;
  int own[4], got[4]; /* both degrees, and whether there are weights */
  const int* lists[4];
  for (int side = 0; side < 2; ++side) {
    own[side] = neighbors->degree[side];
    own[2 + side] = neighbors->weights[side] ? 1 : 0;
    lists[2 * side] = neighbors->ranks[side];
    lists[2 * side + 1] = neighbors->weights[side];
  }
  int err = comm->sendrecv(comm->mpi, own, 4, to, got, 4, from);
  if (err) return err;
  int* next = malloc((2 * ((size_t)got[0] + (size_t)got[1]) + 1) * sizeof *next);
  if (!next) return comm->no_memory;
  neighbors->memory = next;
  for (int list = 0; !err && list < 4; ++list) {
    const int side = list / 2, is_weights = list % 2;
    const int sent = is_weights && !own[2 + side] ? 0 : own[side];
    const int received = is_weights && !got[2 + side] ? 0 : got[side];
    err = comm->sendrecv(comm->mpi, lists[list], sent, sent ? to : -1, next, received, received ? from : -1);
    neighbors->degree[side] = got[side];
    if (is_weights)
      neighbors->weights[side] = got[2 + side] ? next : NULL;
    else
      neighbors->ranks[side] = next;
    next += received;
  }
  return err;
}

int cartwright_reorder_adjacent(const cartwright_comm* comm, cartwright_neighbors* neighbors, int* new_rank) {
  pattern graph = graph_of(comm->size, neighbors->degree[1]);
  append(&graph, comm->rank, neighbors->degree[1], neighbors->ranks[1], neighbors->weights[1]);
  neighbors->memory = NULL;
  int* ranks;
  int err = reorder_distributed(comm, &graph, &ranks);
  if (!err && ranks) err = exchange(comm, ranks, neighbors);
  return take_rank(comm, err, ranks, new_rank);
}

void cartwright_free_neighbors(cartwright_neighbors* neighbors) {
  free(neighbors->memory);
  neighbors->memory = NULL;
}
