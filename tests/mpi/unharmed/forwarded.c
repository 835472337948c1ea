/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Collectives in which an MPI forwards data that it received: from the buffer of the user, by the datatype of the user, to
 * processes that have learned less of this datatype, or have other settings. The lines, one for each datatype, must be
 * the same without and with the interposer.
 *
 *     forwarded SEED */
#include "outcome.h"

#include <stdint.h>
#include <string.h>

/* MPICH 4.0 over UCX cannot scatter the first datatypes, nor gather them from more than three processes: it reports a
 * truncated message, without Cartwright as well. */
enum { kinds = 20, cut_badly = 6, most_elements = 3000 };

static int rank, size;

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/* A struct of a char, a double and a short, `hole` bytes apart. */
static MPI_Datatype mixed(int hole) {
  const int lengths[3] = {1, 1, 1};
  const MPI_Aint at[3] = {0, 1 + hole, 9 + 2 * hole};
  const MPI_Datatype parts[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
  MPI_Datatype made;
  MPI_Type_create_struct(3, lengths, at, parts, &made);
  return made;
}

static MPI_Datatype vector_of(int count, int length, int stride, MPI_Datatype part) {
  MPI_Datatype made;
  MPI_Type_vector(count, length, stride, part, &made);
  return made;
}

/* Single bytes, at distances that grow. */
static MPI_Datatype bytes_apart(int count) {
  int at[64];
  MPI_Datatype made;
  for (int i = 0; i < count; ++i) at[i] = i * (i + 1) / 2;
  MPI_Type_create_indexed_block(count, 1, at, MPI_BYTE, &made);
  return made;
}

/* Datatype `kind`, with `gap` bytes after each element: two gaps give two layouts of one signature. */
static MPI_Datatype datatype(int kind, int gap) {
  MPI_Datatype part, resized;
  if (kind < cut_badly)
    part = mixed(kind % 3);
  else if (kind < 10)
    part = vector_of(kind - 4, 1, 2 + kind % 2, kind % 2 ? MPI_DOUBLE : MPI_SHORT);
  else if (kind < 13)
    part = vector_of(5, kind - 9, 7, MPI_CHAR);
  else if (kind < 16)
    part = bytes_apart(3 * (kind - 11));
  else if (kind < 18)
    part = vector_of(3, 2, 5, kind == 16 ? MPI_C_DOUBLE_COMPLEX : MPI_INT);
  else
    MPI_Type_create_hindexed_block(2, 3, (const MPI_Aint[]){24, 1}, kind == 18 ? MPI_INT : MPI_FLOAT, &part);
  MPI_Aint lb, extent;
  MPI_Type_get_true_extent(part, &lb, &extent);
  MPI_Type_create_resized(part, 0, lb + extent + gap + kind % 3, &resized);
  MPI_Type_commit(&resized);
  MPI_Type_free(&part);
  return resized;
}

static char *data, *result;
static size_t bytes;

/* The bytes of the elements in `result`, not those between them. */
static uint64_t hash_of(int elements, MPI_Datatype type) {
  int packed_bytes = 0, position = 0;
  uint64_t hash = 0;
  MPI_Pack_size(elements, type, MPI_COMM_SELF, &packed_bytes);
  char* packed = malloc((size_t)packed_bytes + 1);
  MPI_Pack(result, elements, type, packed, packed_bytes, &position, MPI_COMM_SELF);
  for (int i = 0; i < position; ++i) hash = mix(hash + (unsigned char)packed[i]);
  free(packed);
  return hash;
}

static void clear(void) { memset(result, 0x55, bytes); }

static void run(int kind, int elements) {
  MPI_Datatype sent = datatype(kind, 0), received = datatype(kind, 5);
  const MPI_Comm world = MPI_COMM_WORLD;
  uint64_t hash = 0;
  /* Some processes pack this datatype often before the others do. */
  for (int use = 0; use < 40 * (rank % 3); ++use) (void)hash_of(elements, sent);
  int counts[16], at[16];
  for (int i = 0, next = 0; i < size; next += counts[i++]) {
    counts[i] = elements / (i + 1);
    at[i] = next;
  }
  for (int call = 0; call < 24; ++call) {
    clear();
    if (call < 4) {
      MPI_Gather(data, elements, sent, result, elements, received, call % size, world);
      if (rank == call % size) hash = mix(hash + hash_of(size * elements, received));
      continue;
    }
    if (call < 12) MPI_Allgather(data, elements, sent, result, elements, received, world);
    if (call >= 12 && call < 15) MPI_Allgatherv(data, counts[rank], sent, result, counts, at, received, world);
    if (call >= 15 && call < 18) {
      if (rank == call % size) memcpy(result, data, bytes);
      MPI_Bcast(result, elements, received, call % size, world);
    }
    if (call >= 18 && kind < cut_badly) break;
    if (call >= 18 && call < 21)
      MPI_Scatter(data, elements / size, sent, result, elements / size, received, call % size, world);
    if (call >= 21) MPI_Alltoall(data, elements / size, sent, result, elements / size, received, world);
    const int arrived = call < 12   ? size * elements
                        : call < 15 ? at[size - 1] + counts[size - 1]
                        : call < 18 ? elements
                        : call < 21 ? elements / size
                                    : elements / size * size;
    hash = mix(hash + hash_of(arrived, received));
  }
  char what[64];
  snprintf(what, sizeof what, "datatype %d, %d elements", kind, elements);
  print_sum(what, (long long)(hash >> 8));
  MPI_Type_free(&sent);
  MPI_Type_free(&received);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  bytes = (size_t)size * most_elements * 200;
  data = malloc(bytes);
  result = malloc(bytes);
  for (size_t i = 0; i < bytes; ++i) data[i] = (char)mix(seed + 1000003 * (uint64_t)rank + i);
  for (int kind = size > 3 ? cut_badly : 0; kind < kinds; ++kind) {
    run(kind, 1 + (int)(mix(seed + (uint64_t)kind) % 300));
    run(kind, most_elements / (1 + kind % 4));
  }
  free(data);
  free(result);
  MPI_Finalize();
  return 0;
}
