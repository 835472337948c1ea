/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Collectives with a datatype for each process, at which MPIs were reported to fail: tests/reports. Each of them often
 * enough to be measured. */
#include "outcome.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { uses = 20, most = 16 };

static int rank, size;
static const int zeros[most], ones[most] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static void fill(MPI_Datatype types[], MPI_Datatype type) {
  for (int i = 0; i < most; ++i) types[i] = type;
}

/* Elements without data go out, and none are expected, or the other way around. A message that nobody receives would
 * come in place of the numbers afterwards. */
static void empty_types(void) {
  MPI_Datatype empty, nothing[most], numbers[most];
  int counts[most], at[most], sent[most], got[most];
  long long wrong = 0;
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  fill(nothing, empty);
  fill(numbers, MPI_INT);
  for (int i = 0; i < size; ++i) counts[i] = 3;
  for (int i = 0; i < size; ++i) at[i] = i * (int)sizeof(int);
  for (int use = 0; use < uses; ++use) {
    for (int i = 0; i < size; ++i) sent[i] = 1000 * use + 10 * rank + i;
    memset(got, 0, sizeof got);
    MPI_Alltoallw(sent, counts, zeros, nothing, got, zeros, zeros, numbers, MPI_COMM_WORLD);
    MPI_Alltoallw(sent, zeros, zeros, numbers, got, counts, zeros, nothing, MPI_COMM_WORLD);
    MPI_Alltoallv(sent, counts, zeros, empty, got, zeros, zeros, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) wrong += got[i] != 0;
    MPI_Alltoallw(sent, ones, at, numbers, got, ones, at, numbers, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) wrong += got[i] != 1000 * use + 10 * i + rank;
  }
  MPI_Type_free(&empty);
  require(wrong == 0, "numbers after elements without data");
  print_sum("empty types, wrong", wrong);
}

/* MPI_DATATYPE_NULL for all processes but the neighbors in a ring: Open MPI 4.1 refuses it, unless Cartwright answers.
 * */
static void null_types(void) {
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Datatype to[most], from[most], column;
  int sent_counts[most] = {0}, got_counts[most] = {0}, sent[12], got[12];
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Type_vector(4, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  fill(to, MPI_DATATYPE_NULL);
  fill(from, MPI_DATATYPE_NULL);
  to[next] = from[before] = column;
  sent_counts[next] = got_counts[before] = 1;
  for (int use = 0; use < uses; ++use) {
    for (int i = 0; i < 12; ++i) sent[i] = 1000 * use + 100 * rank + i;
    memset(got, 0, sizeof got);
    const int error = MPI_Alltoallw(sent, sent_counts, zeros, to, got, got_counts, zeros, from, comm);
    for (int i = 0; i < 12; ++i)
      require(got[i] == (error != MPI_SUCCESS || i % 3 != 0 ? 0 : 1000 * use + 100 * before + i),
              "data of the process before");
  }
  MPI_Type_free(&column);
  MPI_Comm_free(&comm);
}

/* Every process has three rows of a matrix, and gets the columns rank, rank + size, ... of it, each of them contiguous.
 * */
static void nested_types(int columns) {
  const int rows = 3 * size, width = columns * size;
  const int of_columns[] = {2, columns - 2}, of_rows[] = {1, 2}, at_columns[] = {0, 2}, at_rows[] = {0, 1};
  const MPI_Aint real = sizeof(double);
  /* The strides between columns and between rows on both sides. */
  const MPI_Aint strides[][2] = {{size * real, width * real}, {rows * real, real}};
  MPI_Datatype made[2], to[most], from[most];
  int to_at[most], from_at[most];
  double* const mine = malloc(sizeof(double) * 3 * width);
  double* const got = malloc(sizeof(double) * rows * columns);
  long long wrong = 0;
  for (int side = 0; side < 2; ++side) {
    MPI_Datatype number, some_columns, row;
    MPI_Type_create_resized(MPI_DOUBLE, 0, strides[side][0], &number);
    MPI_Type_indexed(2, of_columns, at_columns, number, &some_columns);
    MPI_Type_create_resized(some_columns, 0, strides[side][1], &row);
    MPI_Type_indexed(2, of_rows, at_rows, row, &made[side]);
    MPI_Type_commit(&made[side]);
    MPI_Type_free(&number);
    MPI_Type_free(&some_columns);
    MPI_Type_free(&row);
  }
  fill(to, made[0]);
  fill(from, made[1]);
  for (int i = 0; i < size; ++i) to_at[i] = i * (int)real;
  for (int i = 0; i < size; ++i) from_at[i] = 3 * i * (int)real;
  for (int use = 0; use < uses; ++use) {
    for (int i = 0; i < 3 * width; ++i) mine[i] = 3.0 * width * rank + i + 0.5 * use;
    for (int i = 0; i < rows * columns; ++i) got[i] = -1;
    MPI_Alltoallw(mine, ones, to_at, to, got, ones, from_at, from, MPI_COMM_WORLD);
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < rows; ++row)
        wrong += got[column * rows + row] != (double)row * width + column * size + rank + 0.5 * use;
  }
  for (int side = 0; side < 2; ++side) MPI_Type_free(&made[side]);
  free(mine);
  free(got);
  require(wrong == 0, "the columns of a matrix");
  print_sum("nested types, wrong", wrong);
}

/* A copy of `bytes` bytes, behind which no byte can be read. */
static void* at_end(const void* data, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char* const pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0, "a page that cannot be read");
  return bytes == 0 ? pages + page : memcpy(pages + page - bytes, data, bytes);
}
#define AT_END(array, n) at_end(array, (n) * sizeof *(array))

/* Neighbors get a block: `degree` of them on both sides, none or one. */
static void short_arrays(MPI_Comm base, int degree) {
  const int next = (rank + 1) % size, before = (rank + size - 1) % size, weight = 1;
  const MPI_Aint start = 0;
  int sent[12], got[12];
  long long sum = 0;
  MPI_Datatype column;
  MPI_Comm ring;
  MPI_Request request;
  MPI_Type_vector(4, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Dist_graph_create_adjacent(base, degree, &before, &weight, degree, &next, &weight, MPI_INFO_NULL, 0, &ring);
  const int* const counts = AT_END(ones, degree);
  const MPI_Aint* const at = AT_END(&start, degree);
  const MPI_Datatype* const types = AT_END(&column, degree);
  for (int use = 0; use < uses; ++use) {
    for (int i = 0; i < 12; ++i) sent[i] = 1000 * use + 100 * rank + i;
    for (int blocking = 0; blocking < 2; ++blocking) {
      memset(got, 0, sizeof got);
      if (blocking) {
        MPI_Neighbor_alltoallw(sent, counts, at, types, got, counts, at, types, ring);
      } else {
        MPI_Ineighbor_alltoallw(sent, counts, at, types, got, counts, at, types, ring, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      }
      for (int i = 0; i < 12; ++i) {
        require(got[i] == (degree == 0 || i % 3 != 0 ? 0 : 1000 * use + 100 * before + i), "data of the neighbor");
        sum += got[i];
      }
    }
  }
  MPI_Comm_free(&ring);
  MPI_Type_free(&column);
  print_sum("short arrays", sum);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(size <= most, "at most 16 processes");
  empty_types();
  null_types();
  nested_types(5);
  nested_types(60);
  nested_types(1000);
  short_arrays(MPI_COMM_WORLD, 1);
  short_arrays(MPI_COMM_SELF, 0);
  MPI_Finalize();
  return 0;
}
