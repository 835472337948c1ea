/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Repeats one thing in a function counted_*, so that its instructions can be counted. Messages and packing are
 * repeated before they are counted, because Cartwright generates code and measures at their first uses.
 *
 * usage: instructions vector|indexed|contiguous|messages|blocks|pack REPEATS
 *  * vector, indexed, contiguous   creates such a datatype, commits it, and frees it
 *  * messages, blocks              MPI_Irecv, MPI_Isend, MPI_Waitall of 64 bytes, from this process to itself: of a
 *    vector, or of a contiguous datatype
 *  * pack                          MPI_Pack and MPI_Unpack of a contiguous datatype of 64 bytes */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MPI_Datatype vector(void) {
  MPI_Datatype made;
  MPI_Type_vector(8, 1, 3, MPI_DOUBLE, &made);
  MPI_Type_commit(&made);
  return made;
}

static MPI_Datatype indexed(void) {
  const int lengths[] = {1, 2, 3, 1}, displacements[] = {0, 5, 9, 20};
  MPI_Datatype made;
  MPI_Type_indexed(4, lengths, displacements, MPI_DOUBLE, &made);
  MPI_Type_commit(&made);
  return made;
}

static MPI_Datatype contiguous(void) {
  MPI_Datatype made;
  MPI_Type_contiguous(8, MPI_DOUBLE, &made);
  MPI_Type_commit(&made);
  return made;
}

__attribute__((noinline)) static void counted_types(MPI_Datatype (*make)(void), int repeats) {
  for (int i = 0; i < repeats; ++i) {
    MPI_Datatype made = make();
    MPI_Type_free(&made);
  }
}

static inline void send_to_itself(MPI_Datatype type, int repeats) {
  static double sent[24], received[24];
  MPI_Status statuses[2];
  for (int i = 0; i < repeats; ++i) {
    MPI_Request requests[2];
    MPI_Irecv(received, 1, type, 0, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(sent, 1, type, 0, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
  }
}

__attribute__((noinline)) static void counted_messages(MPI_Datatype type, int repeats) {
  send_to_itself(type, repeats);
}

static inline void pack(MPI_Datatype type, int repeats) {
  static double data[8], packed[8];
  for (int i = 0; i < repeats; ++i) {
    int position = 0;
    MPI_Pack(data, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, data, 1, type, MPI_COMM_WORLD);
  }
}

__attribute__((noinline)) static void counted_packs(MPI_Datatype type, int repeats) { pack(type, repeats); }

/* Counts `repeats` uses of a datatype after some that are not counted. */
static void use(void (*counted)(MPI_Datatype, int), void (*repeat)(MPI_Datatype, int), MPI_Datatype type, int repeats) {
  const int first = 1000;
  repeat(type, first);
  counted(type, repeats);
  MPI_Type_free(&type);
}

int main(int argc, char** argv) {
  if (argc != 3)
    return fprintf(stderr, "usage: instructions vector|indexed|contiguous|messages|blocks|pack REPEATS\n"), 2;
  const char* const what = argv[1];
  const int repeats = atoi(argv[2]);
  MPI_Init(&argc, &argv);
  if (strcmp(what, "vector") == 0) counted_types(vector, repeats);
  if (strcmp(what, "indexed") == 0) counted_types(indexed, repeats);
  if (strcmp(what, "contiguous") == 0) counted_types(contiguous, repeats);
  if (strcmp(what, "messages") == 0) use(counted_messages, send_to_itself, vector(), repeats);
  if (strcmp(what, "blocks") == 0) use(counted_messages, send_to_itself, contiguous(), repeats);
  if (strcmp(what, "pack") == 0) use(counted_packs, pack, contiguous(), repeats);
  MPI_Finalize();
  return 0;
}
