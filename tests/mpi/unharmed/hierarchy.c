/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Between nodes, Open MPI (coll/han) gathers the data of a node in a buffer of the type that is received, and sends it
 * on by the type that was sent. Programs have one type for both. All blocks together are larger than Cartwright packs,
 * and each one is not. The sums must be the same without and with the interposer. */
#include "outcome.h"

enum { elements = 544, piece = 32768, extent = piece + 512 };

static long long sum_of(const char* block) {
  long long sum = 0;
  for (int i = 0; i < elements; ++i)
    for (int j = 0; j < piece; j += 101) sum = 31 * sum % 1000003 + block[(long)i * extent + j];
  return sum;
}

static void print_arrived(const char* what, const char* blocks, int count) {
  long long sum = 0;
  for (int i = 0; i < count; ++i) sum += (i + 1) * sum_of(blocks + (long)i * elements * extent);
  print_sum(what, sum);
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Datatype part, type;
  MPI_Type_contiguous(piece, MPI_CHAR, &part);
  MPI_Type_create_resized(part, 0, extent, &type);
  MPI_Type_commit(&type);
  char* const data = malloc((size_t)elements * extent);
  char* const all = calloc((size_t)size, (size_t)elements * extent);
  require(data && all, "memory");
  for (int i = 0; i < elements * extent; ++i) data[i] = (char)(i / 7 + 3 * rank);
  MPI_Allgather(data, elements, type, all, elements, type, MPI_COMM_WORLD);
  print_arrived("allgather", all, size);
  MPI_Gather(data, elements, type, all, elements, type, 1, MPI_COMM_WORLD);
  print_arrived("gather", all, rank == 1 ? size : 0);
  MPI_Type_free(&type);
  MPI_Type_free(&part);
  free(data);
  free(all);
  MPI_Finalize();
  return 0;
}
