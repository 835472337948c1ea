/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Random derived datatypes in memory, written to a file and read from it by all blocking calls, with and without a view
 * that has gaps, beyond the end of the file, and in a representation that MPI converts. The output must be the same
 * without and with the interposer. On stderr: the number of calls that Cartwright packs or unpacks for.
 *
 *     files SEED [views]
 *
 * With `views`, the messages of MPICH's collective calls are packed as well, and are not counted. */
#include "outcome.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { rounds = 60, room = 1 << 16, max_file = 1 << 17, max_elements = 40 };

/* MPICH 4.0 aborts where it converts, and counts what lies beyond the end of a file as read. Open MPI does that in
 * collective calls. */
#ifdef OPEN_MPI
enum { converts = 1, sees_end = 1 };
#else
enum { converts = 0, sees_end = 0 };
#endif

static int rank, size, views;
static uint64_t state;
static long long uses;
static unsigned char memory[room];

static int below(int n) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  return (int)((state >> 33) % (uint64_t)n);
}

/* The same on all processes, as they draw the same numbers. */
static MPI_Datatype datatype(int* gaps) {
  MPI_Datatype made, part;
  int lengths[5], at[5];
  MPI_Aint bytes[3];
  const int kind = below(5);
  if (kind == 0) {
    MPI_Type_vector(1 + below(9), 1 + below(4), 5 + below(3), MPI_INT, &made);
  } else if (kind == 1) {
    for (int i = 0; i < 5; ++i) lengths[i] = 1 + below(3), at[i] = 4 * i + (i > 0 ? below(2) : 0);
    MPI_Type_indexed(5, lengths, at, MPI_DOUBLE, &made);
  } else if (kind == 2) {
    const MPI_Datatype parts[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
    for (int i = 0; i < 3; ++i) lengths[i] = 1, bytes[i] = 9 * i;
    MPI_Type_create_struct(3, lengths, bytes, parts, &made);
  } else if (kind == 3) {
    const int sizes[2] = {6, 8}, subsizes[2] = {1 + below(6), 1 + below(7)}, starts[2] = {0, 0};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_FLOAT, &made);
  } else {
    MPI_Type_contiguous(3, MPI_SHORT, &part);
    MPI_Type_create_resized(part, 0, 10, &made);
    MPI_Type_free(&part);
  }
  MPI_Type_commit(&made);
  MPI_Type_size(made, lengths);
  MPI_Type_get_extent(made, &bytes[0], &bytes[1]);
  *gaps = lengths[0] != bytes[1];
  return made;
}

static uint64_t hash(uint64_t sum, const void* data, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) sum = (sum ^ ((const unsigned char*)data)[i]) * 0x100000001b3U;
  return sum;
}

static void print_hash(const char* what, int round, uint64_t mine) {
  char text[64];
  snprintf(text, sizeof text, "%d %s", round, what);
  print_sum(text, (long long)(mine >> 16));
}

/* Writes elements at the beginning of `memory` to the file, or reads them from it. */
static int transfer(MPI_File file, int call, int writes, MPI_Offset at, int count, MPI_Datatype type,
                    MPI_Status* status) {
  switch (call) {
    case 0:
      return (writes ? MPI_File_write(file, memory, count, type, status)
                     : MPI_File_read(file, memory, count, type, status));
    case 1:
      return (writes ? MPI_File_write_at(file, at, memory, count, type, status)
                     : MPI_File_read_at(file, at, memory, count, type, status));
    case 2:
      return (writes ? MPI_File_write_all(file, memory, count, type, status)
                     : MPI_File_read_all(file, memory, count, type, status));
    case 3:
      return (writes ? MPI_File_write_at_all(file, at, memory, count, type, status)
                     : MPI_File_read_at_all(file, at, memory, count, type, status));
    case 4:
      return (writes ? MPI_File_write_ordered(file, memory, count, type, status)
                     : MPI_File_read_ordered(file, memory, count, type, status));
    default:
      return (writes ? MPI_File_write_shared(file, memory, count, type, status)
                     : MPI_File_read_shared(file, memory, count, type, status));
  }
}

static void one_round(const char* name, int round) {
  int gaps, bytes, elements, count;
  MPI_File file;
  MPI_Status status;
  MPI_Datatype type = datatype(&gaps), view = MPI_BYTE;
  const int call = below(6), viewed = (call == 2 || call == 3) && below(2) && views,
            converted = below(6) == 0 && converts && call < 4 && !viewed;
  const int many = below(max_elements);
  const MPI_Offset at = below(50) + (MPI_Offset)rank * (viewed ? 0 : 40000);
  /* At the end of the file, less comes than was asked for. */
  const int more = below(3) == 0 && sees_end && call < 2 && !converted ? 2 * many : many;
  const int ignored = below(4) == 0 && more == many;
  count = many;

  /* MPICH writes any bytes into the gaps of a view beyond the end. */
  if (rank == 0)
    require(truncate(name, 0) == 0 && truncate(name, viewed ? max_file : 0) == 0, "the length of the file");
  require(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file) == MPI_SUCCESS, "open");
  if (viewed) {
    MPI_Datatype blocks;
    MPI_Type_vector(64, 3, 3 * size, MPI_BYTE, &blocks);
    MPI_Type_create_resized(blocks, 0, 64 * 3 * size, &view);
    MPI_Type_commit(&view);
    MPI_Type_free(&blocks);
    MPI_File_set_view(file, 3 * rank, MPI_BYTE, view, "native", MPI_INFO_NULL);
  } else if (converted) {
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "external32", MPI_INFO_NULL);
  }
  for (int writes = 1; writes >= 0; --writes) {
    if (!writes) count = more;
    if (call == 0 || call == 2) MPI_File_seek(file, at, MPI_SEEK_SET);
    if (call >= 4) MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    for (int i = 0; i < room; ++i) memory[i] = writes ? (unsigned char)(i * 7 + rank + round) : 0;
    memset(&status, 0, sizeof status);
    int error = MPI_SUCCESS;
    bytes = -1;
    /* The order of the shared pointer is that of the calls. */
    if (call < 5 || rank == 0)
      error = transfer(file, call, writes, at, count, type, ignored ? MPI_STATUS_IGNORE : &status);
    uint64_t sum = hash(0xcbf29ce484222325U, &error, sizeof error);
    if (!ignored && error == MPI_SUCCESS && (call < 5 || rank == 0)) {
      MPI_Get_count(&status, type, &bytes);
      MPI_Get_elements(&status, type, &elements);
      sum = hash(hash(sum, &bytes, sizeof bytes), &elements, sizeof elements);
      MPI_Get_elements(&status, MPI_BYTE, &bytes);
      sum = hash(sum, &bytes, sizeof bytes);
    }
    const int moves = count > 0 && (call < 5 || rank == 0) && (count == many || bytes > 0);
    uses += moves && gaps && !converted;
    if (!writes) sum = hash(sum, memory, sizeof memory);
    print_hash(writes ? "written" : "read", round, sum);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && writes) {
      static unsigned char whole[max_file];
      FILE* plain = fopen(name, "rb");
      require(plain != NULL, "the file");
      const size_t length = fread(whole, 1, sizeof whole, plain);
      fclose(plain);
      printf("%d file: %zu bytes, %llx\n", round, length, (unsigned long long)hash(0, whole, length));
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_File_close(&file);
  if (viewed) MPI_Type_free(&view);
  MPI_Type_free(&type);
}

int main(int argc, char** argv) {
  char name[] = "/tmp/cartwright-files-XXXXXX";
  MPI_Init(&argc, &argv);
  require(argc >= 2, "the seed");
  views = argc > 2;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  state = strtoull(argv[1], NULL, 10);
  if (rank == 0) {
    const int made = mkstemp(name);
    require(made >= 0, "a temporary file");
    close(made);
    printf("seed %s\n", argv[1]);
  }
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int round = 0; round < rounds; ++round) one_round(name, round);
  if (rank == 0) unlink(name);

  /* A file that is only read, and a file that is none. */
  MPI_File file = MPI_FILE_NULL;
  MPI_Datatype type;
  MPI_Type_vector(4, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  int error = 0, class = 0;
  MPI_File_open(MPI_COMM_SELF, "/dev/zero", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  error = MPI_File_write_at(file, 0, memory, 1, type, MPI_STATUS_IGNORE);
  MPI_Error_class(error, &class);
  print_sum("write to a file that is only read", class);
  error = MPI_File_write_at(file, -1, memory, 1, type, MPI_STATUS_IGNORE);
  MPI_Error_class(error, &class);
  print_sum("negative offset", class);
  uses += 2;
  MPI_File_close(&file);
  MPI_Type_free(&type);

  long long all = 0;
  MPI_Reduce(&uses, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) fprintf(stderr, "uses %lld\n", all);
  MPI_Finalize();
  return 0;
}
