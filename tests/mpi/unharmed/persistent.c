/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Persistent requests with derived datatypes, which meet persistent, nonblocking and blocking ones, in random sizes and
 * modes: the lines, one for each round, must be the same without and with the interposer.
 *
 *     persistent SEED ROUNDS */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 6, starts = 5 };

static int rank, size;
static uint64_t state; /* all processes draw the same numbers */

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}
static int draw(int below) { return (int)(mix(++state) % (uint64_t)below); }

/* Every `stride`-th of `ints` ints. */
static MPI_Datatype column(int ints, int stride) {
  MPI_Datatype made;
  MPI_Type_vector(ints, 1, stride, MPI_INT, &made);
  MPI_Type_commit(&made);
  return made;
}

static int init(int mode, const int* data, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  if (mode == 0) return MPI_Ssend_init(data, 1, type, to, tag, comm, request);
  return MPI_Send_init(data, 1, type, to, tag, comm, request);
}

static void run_round(int number) {
  MPI_Request requests[2 * most];
  MPI_Status statuses[2 * most];
  MPI_Datatype sent[most], received[most];
  int *data[most], *result[most], ints[most], by_irecv[most];
  uint64_t hash = 0;
  const int count = 1 + draw(most), step = 1 + draw(size);
  const int to = (rank + step) % size, from = (rank + size - step % size) % size;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (int i = 0; i < count; ++i) {
    ints[i] = 1 + draw(draw(2) ? 20000 : 1500);
    const int mode = draw(2), any = draw(2);
    by_irecv[i] = draw(3) == 0;
    sent[i] = column(ints[i], 2 + draw(2));
    received[i] = column(ints[i], 2 + draw(3));
    data[i] = malloc(3 * sizeof(int) * (size_t)ints[i]);
    result[i] = malloc(4 * sizeof(int) * (size_t)ints[i]);
    for (int k = 0; k < 3 * ints[i]; ++k) data[i][k] = rank + 100 * k + i;
    for (int k = 0; k < 4 * ints[i]; ++k) result[i][k] = -k;
    init(mode, data[i], sent[i], to, i, comm, &requests[i]);
    requests[count + i] = MPI_REQUEST_NULL;
    if (!by_irecv[i])
      MPI_Recv_init(result[i], 1, received[i], any ? MPI_ANY_SOURCE : from, i, comm, &requests[count + i]);
  }
  for (int start = 0; start < starts; ++start) {
    for (int i = 0; i < count; ++i) {
      if (by_irecv[i])
        MPI_Irecv(result[i], 1, received[i], from, i, comm, &requests[count + i]);
      else
        MPI_Start(&requests[count + i]);
    }
    if (start % 2)
      MPI_Startall(count, requests);
    else
      for (int i = 0; i < count; ++i) MPI_Start(&requests[i]);
    if (start == 0)
      for (int i = 0; i < 2 * count; ++i) MPI_Wait(&requests[i], &statuses[i]);
    else if (start == 1)
      MPI_Waitall(2 * count, requests, statuses);
    else if (start == 2)
      for (int done = 0; done < 2 * count; ++done) {
        int index;
        MPI_Waitany(2 * count, requests, &index, MPI_STATUS_IGNORE);
      }
    else if (start == 3)
      for (int i = 0; i < 2 * count; ++i)
        for (int done = 0; !done;) MPI_Test(&requests[i], &done, &statuses[i]);
    else
      for (int i = 0; i < 2 * count; ++i) {
        for (int done = 0; !done;) MPI_Request_get_status(requests[i], &done, &statuses[i]);
        MPI_Wait(&requests[i], &statuses[i]);
      }
    for (int i = 0; i < count; ++i) {
      int got = 0;
      if (start != 2) {
        MPI_Get_elements(&statuses[count + i], MPI_INT, &got);
        if (start < 2) hash = mix(hash ^ (uint64_t)(got + statuses[count + i].MPI_SOURCE));
      }
      for (int k = 0; k < 4 * ints[i]; ++k) hash = mix(hash ^ (uint32_t)result[i][k]);
      for (int k = 0; k < 3 * ints[i]; ++k) data[i][k] += 7;
    }
  }
  for (int i = 0; i < 2 * count; ++i)
    if (requests[i] != MPI_REQUEST_NULL) MPI_Request_free(&requests[i]);
  for (int i = 0; i < count; ++i) {
    MPI_Type_free(&sent[i]);
    MPI_Type_free(&received[i]);
    free(data[i]);
    free(result[i]);
  }
  MPI_Comm_free(&comm);
  uint64_t sum = 0;
  hash = mix(hash + (uint64_t)rank);
  MPI_Reduce(&hash, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d %016llx\n", number, (unsigned long long)sum);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  const int rounds = argc > 2 ? atoi(argv[2]) : 10;
  if (rank == 0) printf("seed %llu\n", (unsigned long long)seed);
  for (int i = 0; i < rounds; ++i) {
    state = mix(seed) + (uint64_t)i * 1000000U;
    run_round(i);
  }
  MPI_Finalize();
  return 0;
}
