/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI_Neighbor_alltoallw on graphs whose processes have more sources than destinations, or fewer. MPICH 4.0 is wrong
 * there, so the program checks what it receives, in so many calls that every trial of another way is among them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ints = 40, stride = 3, calls = 700, graphs = 6, most = 8 };

static int rank, size, weights[most];

/* Edge i of a process goes to the i-th process after it. Process r has 1 + (r * graph) % size of them. */
static int degree_of(int process, int graph) { return 1 + process * graph % size; }

static int value(int from, int to, int call, int i) { return ((from * size + to) * calls + call) * ints + i; }

static int run(int graph) {
  int sources[most], destinations[most], counts[most], out = degree_of(rank, graph), in = 0, wrong = 0;
  MPI_Aint displacements[most];
  MPI_Datatype column, sent_types[most], received_types[most];
  int* const sent = malloc(sizeof(int) * most * ints * stride);
  int* const received = malloc(sizeof(int) * most * ints);
  MPI_Comm comm;
  for (int i = 0; i < out; ++i) destinations[i] = (rank + 1 + i) % size;
  for (int from = 0; from < size; ++from)
    if ((rank + size - from - 1) % size < degree_of(from, graph)) sources[in++] = from;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, sources, weights, out, destinations, weights, MPI_INFO_NULL, 0,
                                 &comm);
  MPI_Type_vector(ints, 1, stride, MPI_INT, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < most; ++i) counts[i] = 1;
  for (int call = 0; call < calls; ++call) {
    MPI_Aint sent_at[most];
    int received_counts[most];
    for (int edge = 0; edge < out; ++edge) {
      sent_types[edge] = column;
      sent_at[edge] = (MPI_Aint)sizeof(int) * edge * ints * stride;
      for (int i = 0; i < ints; ++i) sent[(edge * ints + i) * stride] = value(rank, destinations[edge], call, i);
    }
    for (int edge = 0; edge < in; ++edge) {
      received_types[edge] = MPI_INT;
      received_counts[edge] = ints;
      displacements[edge] = (MPI_Aint)sizeof(int) * edge * ints;
      for (int i = 0; i < ints; ++i) received[edge * ints + i] = -1;
    }
    MPI_Neighbor_alltoallw(sent, counts, sent_at, sent_types, received, received_counts, displacements, received_types,
                           comm);
    int right = 1;
    for (int edge = 0; edge < in; ++edge)
      for (int i = 0; i < ints; ++i) right &= received[edge * ints + i] == value(sources[edge], rank, call, i);
    if (!right && wrong++ == 0) printf("graph %d: process %d received wrong data in call %d\n", graph, rank, call);
  }
  MPI_Type_free(&column);
  MPI_Comm_free(&comm);
  free(sent);
  free(received);
  return wrong;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int wrong = size > most;
  for (int graph = 0; graph < graphs && !wrong; ++graph) {
    wrong = run(graph);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("uneven: %d graphs, %d of the results wrong\n", graphs, wrong);
  MPI_Finalize();
  return wrong != 0;
}
