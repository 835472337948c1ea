// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Usage: dist_graph MATRIX   weights from each process (a row) to each other one, as integers below 2^31
// Asks MPI_Dist_graph_create to reorder for this matrix, and prints the old and the new rank of each process.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, degree = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  FILE* file = argc > 1 ? fopen(argv[1], "r") : NULL;
  int* targets = malloc(2 * sizeof(int) * (size_t)size);
  if (file == NULL || targets == NULL) {
    fprintf(stderr, "dist_graph: give the file of a matrix\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 2;
  }
  int* weights = targets + size;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      int weight;
      if (fscanf(file, "%d", &weight) != 1) MPI_Abort(MPI_COMM_WORLD, 2);
      if (i == rank && weight > 0) {
        targets[degree] = j;
        weights[degree++] = weight;
      }
    }
  fclose(file);
  MPI_Comm graph;
  // Open MPI 4 does not reorder in MPI_Dist_graph_create_adjacent.
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, targets, weights, MPI_INFO_NULL, 1, &graph);
  int new_rank;
  MPI_Comm_rank(graph, &new_rank);
  printf("rank %d %d\n", rank, new_rank);
  MPI_Comm_free(&graph);
  free(targets);
  MPI_Finalize();
  return 0;
}
