/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* usage: check ROWS COLUMNS: makes grids and graphs of ROWS x COLUMNS processes, not a multiple of 7, with and without
 * reordering, and sends to neighbors. Prints for each the edges between nodes before and after, and the new rank of
 * every process. Fails if a message does not come from the neighbor that MPI names, if ranks change without reordering,
 * or if more crosses nodes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 4 };

static int size, rank, failures;
static int* node_of_rank;

static void check(int holds, const char* statement) {
  if (holds) return;
  fprintf(stderr, "process %d: failed: %s\n", rank, statement);
  failures = 1;
}

static void* ints(int count) {
  int* const memory = calloc((size_t)count + 1, sizeof *memory);
  if (!memory) MPI_Abort(MPI_COMM_WORLD, 2);
  return memory;
}

/* The vertices to which a vertex of a grid sends. They are shuffled for graphs, to hide the grid. */
static int shuffled(int vertex, int shuffle) { return shuffle ? (int)((vertex * 7LL + 3) % size) : vertex; }
static int original(int vertex, int shuffle) {
  for (int cell = 0; shuffle && cell < size; ++cell)
    if (shuffled(cell, shuffle) == vertex) return cell;
  return vertex;
}
static int neighbors_of(int vertex, const int dims[2], int shuffle, int targets[most]) {
  const int cell = original(vertex, shuffle), row = cell / dims[1], column = cell % dims[1];
  int count = 0;
  if (row > 0) targets[count++] = shuffled(cell - dims[1], shuffle);
  if (row + 1 < dims[0]) targets[count++] = shuffled(cell + dims[1], shuffle);
  if (column > 0) targets[count++] = shuffled(cell - 1, shuffle);
  if (column + 1 < dims[1]) targets[count++] = shuffled(cell + 1, shuffle);
  return count;
}

/* The weight of an edge of a graph. */
static int weight_of(int vertex, int target) { return 1 + (vertex + target) % 3; }

/* Prints the weight of the edges between nodes, and compares. */
static void report(const char* name, const int dims[2], int shuffle, int weighted, MPI_Comm comm, int reorder) {
  int mine, result;
  MPI_Comm_rank(comm, &mine);
  int* const new_rank = ints(size);
  int* const node_of_vertex = ints(size);
  MPI_Allgather(&mine, 1, MPI_INT, new_rank, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Comm_compare(MPI_COMM_WORLD, comm, &result);
  check(result == MPI_CONGRUENT || (reorder && result == MPI_SIMILAR), "the same processes, in another order if asked");
  for (int old = 0; old < size; ++old) node_of_vertex[new_rank[old]] = node_of_rank[old];
  int before = 0, after = 0;
  for (int vertex = 0; vertex < size; ++vertex) {
    int targets[most];
    const int count = neighbors_of(vertex, dims, shuffle, targets);
    for (int i = 0; i < count; ++i) {
      const int weight = weighted ? weight_of(vertex, targets[i]) : 1;
      if (node_of_rank[vertex] != node_of_rank[targets[i]]) before += weight;
      if (node_of_vertex[vertex] != node_of_vertex[targets[i]]) after += weight;
    }
  }
  check(after <= before, "no more edges between nodes");
  if (rank == 0) {
    printf("%s: %d -> %d:", name, before, after);
    for (int old = 0; old < size; ++old) printf(" %d", new_rank[old]);
    printf("\n");
  }
  free(new_rank);
  free(node_of_vertex);
}

static void cart(const int dims[2], int reorder) {
  const int periods[2] = {0, 0};
  int mine, coords[2], from[most] = {-1, -1, -1, -1}, sources[most];
  MPI_Comm comm;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, reorder, &comm);
  MPI_Comm_rank(comm, &mine);
  MPI_Cart_coords(comm, mine, 2, coords);
  check(mine == coords[0] * dims[1] + coords[1], "coordinates are row-major");
  for (int d = 0; d < 2; ++d) MPI_Cart_shift(comm, d, 1, &sources[2 * d], &sources[2 * d + 1]);
  MPI_Neighbor_allgather(&mine, 1, MPI_INT, from, 1, MPI_INT, comm);
  for (int i = 0; i < most; ++i) check(sources[i] == MPI_PROC_NULL || from[i] == sources[i], "grid neighbors send");
  report(reorder ? "cart" : "cart, no reorder", dims, 0, 0, comm, reorder);
  MPI_Comm_free(&comm);
}

static void graph(const int dims[2], int reorder) {
  int mine, received[most], targets[most];
  int* const index = ints(size);
  int* const edges = ints(most * size);
  for (int vertex = 0, end = 0; vertex < size; ++vertex) {
    end += neighbors_of(vertex, dims, 1, &edges[end]);
    index[vertex] = end;
  }
  MPI_Comm comm;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, reorder, &comm);
  free(index);
  free(edges);
  MPI_Comm_rank(comm, &mine);
  const int count = neighbors_of(mine, dims, 1, targets);
  MPI_Neighbor_allgather(&mine, 1, MPI_INT, received, 1, MPI_INT, comm);
  for (int i = 0; i < count; ++i) check(received[i] == targets[i], "graph neighbors send");
  report(reorder ? "graph" : "graph, no reorder", dims, 1, 0, comm, reorder);
  MPI_Comm_free(&comm);
}

/* Every process gets the rank and the weight from each source, in the order of MPI_Dist_graph_neighbors. */
static void check_dist_graph(const char* name, const int dims[2], MPI_Comm comm, int reorder, int in_order) {
  int in, out, weighted, mine, targets[most], sources[most], from_weights[most], destinations[most], to_weights[most];
  MPI_Comm_rank(comm, &mine);
  const int count = neighbors_of(mine, dims, 1, targets);
  MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  check(in == count && out == count && weighted, "degrees are those of the vertex");
  if (in <= most && out <= most) {
    MPI_Dist_graph_neighbors(comm, most, sources, from_weights, most, destinations, to_weights);
    int sum = 0, expected = 0, send[2 * most], received[2 * most];
    for (int i = 0; i < count; ++i) {
      sum += sources[i] + destinations[i];
      expected += 2 * targets[i];
      check(!in_order || (sources[i] == targets[i] && destinations[i] == targets[i]), "neighbors keep their order");
      check(from_weights[i] == weight_of(sources[i], mine), "weights of sources");
      check(to_weights[i] == weight_of(mine, destinations[i]), "weights of destinations");
      send[2 * i] = mine;
      send[2 * i + 1] = to_weights[i];
    }
    check(sum == expected, "neighbors are those of the vertex");
    MPI_Neighbor_alltoall(send, 2, MPI_INT, received, 2, MPI_INT, comm);
    for (int i = 0; i < in; ++i)
      check(received[2 * i] == sources[i] && received[2 * i + 1] == from_weights[i], "graph neighbors send");
  }
  report(name, dims, 1, 1, comm, reorder);
  MPI_Comm_free(&comm);
}

static void dist_graph(const int dims[2], int reorder) {
  MPI_Comm comm;
  int targets[most], weights[most];
  /* Each process gives the edges of another vertex. */
  const int vertex = (rank + 1) % size;
  int degree = neighbors_of(vertex, dims, 1, targets);
  for (int i = 0; i < degree; ++i) weights[i] = weight_of(vertex, targets[i]);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &vertex, &degree, targets, weights, MPI_INFO_NULL, reorder, &comm);
  check_dist_graph(reorder ? "distributed" : "distributed, no reorder", dims, comm, reorder, 0);

  degree = neighbors_of(rank, dims, 1, targets);
  for (int i = 0; i < degree; ++i) weights[i] = weight_of(rank, targets[i]);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, targets, weights, degree, targets, weights, MPI_INFO_NULL,
                                 reorder, &comm);
  check_dist_graph(reorder ? "adjacent" : "adjacent, no reorder", dims, comm, reorder, 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int dims[2] = {argc == 3 ? atoi(argv[1]) : 0, argc == 3 ? atoi(argv[2]) : 0};
  if (dims[0] * dims[1] != size || size % 7 == 0) MPI_Abort(MPI_COMM_WORLD, 2);

  /* By the names of the hosts, as MPICH over TCP shares no memory. */
  char name[MPI_MAX_PROCESSOR_NAME] = {0};
  int length;
  MPI_Get_processor_name(name, &length);
  char* const names = calloc((size_t)size, sizeof name);
  if (!names) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Allgather(name, sizeof name, MPI_CHAR, names, sizeof name, MPI_CHAR, MPI_COMM_WORLD);
  node_of_rank = ints(size);
  for (int other = 0; other < size; ++other)
    while (strcmp(&names[node_of_rank[other] * sizeof name], &names[other * sizeof name]) != 0) ++node_of_rank[other];
  free(names);

  for (int reorder = 0; reorder < 2; ++reorder) {
    cart(dims, reorder);
    graph(dims, reorder);
    dist_graph(dims, reorder);
  }
  free(node_of_rank);
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failures;
}
