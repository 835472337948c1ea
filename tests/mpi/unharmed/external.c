/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Data in the representation external32, and back. */
#include "outcome.h"

#include <stdint.h>
#include <string.h>

enum { room = 200 };

static unsigned hash_of(const void* data, size_t bytes) {
  unsigned hash = 1;
  for (size_t i = 0; i < bytes; ++i) hash = hash * 31 + ((const unsigned char*)data)[i];
  return hash;
}

static int class_of(int error) {
  int its_class = MPI_SUCCESS;
  MPI_Error_class(error, &its_class);
  return its_class;
}

/* Prints the errors, the bytes, and whether the data comes back. */
static void round_trip(const char* name, const void* data, size_t bytes, int count, MPI_Datatype type) {
  unsigned char packed[room], back[room];
  MPI_Aint packed_bytes = 0, end = 0, read = 0;
  memset(packed, 0, sizeof packed);
  memset(back, 0, sizeof back);
  const int sized = MPI_Pack_external_size("external32", count, type, &packed_bytes);
  const int written = MPI_Pack_external("external32", data, count, type, packed, room, &end);
  const int taken = MPI_Unpack_external("external32", packed, room, &read, back, count, type);
  printf("%s: errors %d %d %d, bytes %ld %ld %ld, %x, %s\n", name, class_of(sized), class_of(written), class_of(taken),
         (long)packed_bytes, (long)end, (long)read, hash_of(packed, room),
         memcmp(data, back, bytes) == 0 ? "the same" : "not the same");
}

int main(int argc, char** argv) {
  const long longs[] = {1, 2, 3, 4, 5};
  const double doubles[] = {1, 2, 3, 4, 5};
  char record[14] = "hello";
  const uint64_t number = 5;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  const int lengths[] = {6, 1};
  const MPI_Aint at[] = {0, 6};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_UINT64_T};
  MPI_Datatype members, type, strided;
  MPI_Type_create_struct(2, lengths, at, types, &members);
  MPI_Type_create_resized(members, 0, sizeof record, &type);
  MPI_Type_commit(&type);
  MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  memcpy(record + 6, &number, sizeof number);
  round_trip("double", doubles, sizeof doubles, 5, MPI_DOUBLE);
  round_trip("strided", doubles, sizeof(double), 1, strided);
  round_trip("long", longs, sizeof longs, 5, MPI_LONG);
#ifdef OPEN_MPI /* MPICH 4.0 ends the program, also without the interposer */
  round_trip("record", record, sizeof record, 1, type);
#endif
  MPI_Type_free(&members);
  MPI_Type_free(&type);
  MPI_Type_free(&strided);
  MPI_Finalize();
  return 0;
}
