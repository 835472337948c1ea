/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

/* A message of more than 2 GiB, with a datatype that has gaps at both ends. The sender's elements share memory, so it
 * needs little. */

enum { block = 1 << 20, blocks = 2100, gap = 64 };

int main(int argc, char** argv) {
  int rank = 0;
  long long wrong = 0;
  MPI_Status status;
  MPI_Count bytes = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const MPI_Aint stride = rank == 0 ? 0 : block + gap;
  const size_t room = rank == 0 ? block : (size_t)blocks * (block + gap);
  unsigned char* data = malloc(room);
  require(data != NULL, "memory for the message");
  MPI_Datatype type;
  MPI_Type_create_hvector(blocks, block, stride, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  for (int use = 0; use < 2; ++use) {
    if (rank == 0) {
      for (int i = 0; i < block; ++i) data[i] = (unsigned char)(i * 7 + i / 251 + use);
      MPI_Send(data, 1, type, 1, 3, MPI_COMM_WORLD);
    } else {
      MPI_Recv(data, 1, type, 0, 3, MPI_COMM_WORLD, &status);
      MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
      for (int b = 0; b < blocks; b += 97)
        for (int i = 0; i < block; i += 13)
          wrong += data[(size_t)b * (block + gap) + i] != (unsigned char)(i * 7 + i / 251 + use);
    }
  }
  print_sum("bytes", (long long)bytes);
  print_sum("wrong", wrong);
  require(wrong == 0, "the data of a message of more than 2 GiB");
  MPI_Type_free(&type);
  free(data);
  MPI_Finalize();
  return 0;
}
