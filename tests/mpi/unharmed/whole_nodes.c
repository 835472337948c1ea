/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * usage: whole_nodes [CALLS] [unequal]: so many, or ten, all-to-alls, gathers and allgathers of small blocks. On two
 * nodes with two processes each, 80 and 20 blocks of ten of the first two go between nodes, in 20 messages and 10. With
 * `unequal`, all-to-alls of blocks of 1 to 24 bytes, other ones in each call. Checks the data of these. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { block = 8, most = 64, longest = 24 };

static int bytes_of(int from, int to, int call) { return 1 + (7 * from + 3 * to + call) % longest; }
static char byte_of(int from, int to, int i) { return (char)(31 * from + 17 * to + i); }

static int exchange(int rank, int size, int call) {
  static char sent[most * longest], received[most * longest];
  int out[most] = {0}, in[most] = {0}, at[most] = {0}, wrong = 0;
  for (int other = 0; other < size; ++other) {
    at[other] = other * longest;
    out[other] = bytes_of(rank, other, call);
    in[other] = bytes_of(other, rank, call);
    for (int i = 0; i < out[other]; ++i) sent[at[other] + i] = byte_of(rank, other, i);
  }
  MPI_Alltoallv(sent, out, at, MPI_CHAR, received, in, at, MPI_CHAR, MPI_COMM_WORLD);
  for (int other = 0; other < size; ++other)
    for (int i = 0; i < in[other]; ++i) wrong += received[at[other] + i] != byte_of(other, rank, i);
  return wrong;
}

int main(int argc, char** argv) {
  static char sent[most * block], received[most * block];
  int rank, size, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int calls = argc > 1 ? atoi(argv[1]) : 10;
  for (int i = 0; i < calls && argc > 2; ++i) wrong += exchange(rank, size, i);
  for (int i = 0; i < calls && argc < 3; ++i) {
    MPI_Alltoall(sent, block, MPI_CHAR, received, block, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Gather(sent, block, MPI_CHAR, received, block, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Allgather(sent, block, MPI_CHAR, received, block, MPI_CHAR, MPI_COMM_WORLD);
  }
  if (wrong) printf("%d wrong bytes at rank %d\n", wrong, rank);
  MPI_Finalize();
  return wrong != 0;
}
