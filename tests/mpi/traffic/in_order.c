/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Uses MPI_COMM_WORLD in all the ways that another order of its ranks could break, and checks the results. Each process
 * prints "LAUNCHED RANK": its rank by the launcher, and by MPI.
 * usage: in_order [abort | error | input]: `input`: rank 0 prints the first line of its standard input as well */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int me, size;

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      printf("in_order.c:%d: rank %d: not true: %s\n", __LINE__, me, #condition); \
      fflush(stdout);                                                             \
      MPI_Abort(MPI_COMM_WORLD, 9);                                               \
    }                                                                             \
  } while (0)

static void send_around(MPI_Comm comm) {
  int rank, out, in = -1, to, from;
  MPI_Request requests[2];
  MPI_Status status;
  MPI_Comm_rank(comm, &rank);
  to = (rank + 1) % size;
  from = (rank + size - 1) % size;
  out = 100 + rank;
  MPI_Sendrecv(&out, 1, MPI_INT, to, 1, &in, 1, MPI_INT, from, 1, comm, &status);
  CHECK(in == 100 + from && status.MPI_SOURCE == from);
  in = rank;
  MPI_Sendrecv_replace(&in, 1, MPI_INT, to, 2, from, 2, comm, &status);
  CHECK(in == from);
  MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 3, comm, &requests[0]);
  MPI_Issend(&out, 1, MPI_INT, to, 3, comm, &requests[1]);
  MPI_Wait(&requests[0], &status);
  CHECK(status.MPI_SOURCE == from && in == 100 + from);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}

/* Every position of a communicator, on the stack too. */
static void collectives(void) {
  int *out = calloc(size, sizeof *out), *in = calloc(size, sizeof *in), *ones = calloc(size, sizeof *ones);
  int *at = calloc(size, sizeof *at), *bytes = calloc(size, sizeof *bytes), sum = 0;
  MPI_Datatype* types = malloc(size * sizeof *types);
  for (int i = 0; i < size; ++i) {
    out[i] = me * size + i;
    ones[i] = 1;
    at[i] = i;
    bytes[i] = 4 * i;
    types[i] = MPI_INT;
  }
  MPI_Alltoallw(out, ones, bytes, types, in, ones, bytes, types, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) CHECK(in[i] == i * size + me);
  MPI_Allgatherv(&me, 1, MPI_INT, in, ones, at, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) CHECK(in[i] == i);
  MPI_Gather(&me, 1, MPI_INT, in, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
  for (int i = 0; me == size - 1 && i < size; ++i) CHECK(in[i] == i);
  MPI_Scan(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == me * (me + 1) / 2);
  MPI_Bcast(memcpy(in, out, 4), 1, MPI_INT, size / 2, MPI_COMM_WORLD);
  CHECK(in[0] == size / 2 * size);
  free(out), free(in), free(ones), free(at), free(bytes), free(types);
}

static void made_from_world(void) {
  MPI_Comm dup, half, cart, inter, merged, group_comm;
  MPI_Group group;
  int rank, same, half_size, dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2];
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_compare(dup, MPI_COMM_WORLD, &same);
  CHECK(same == MPI_CONGRUENT);
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &same);
  CHECK(same == MPI_IDENT);
  send_around(dup);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Group_rank(group, &rank);
  CHECK(rank == me);
  MPI_Comm_create(MPI_COMM_WORLD, group, &group_comm);
  MPI_Comm_rank(group_comm, &rank);
  CHECK(rank == me);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
  MPI_Comm_rank(cart, &rank);
  MPI_Cart_coords(cart, rank, 2, coords);
  CHECK(rank == me && coords[0] * dims[1] + coords[1] == me);
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
  MPI_Comm_rank(half, &rank);
  CHECK(rank == me / 2);
  if (size > 1) { /* the leader of the other half has rank 1 or 0 in MPI_COMM_WORLD */
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 7, &inter);
    MPI_Comm_remote_size(inter, &half_size);
    CHECK(half_size == (me % 2 == 0 ? size / 2 : size - size / 2));
    MPI_Intercomm_merge(inter, me % 2, &merged);
    MPI_Comm_rank(merged, &rank);
    CHECK(rank == (me % 2 == 0 ? me / 2 : size - size / 2 + me / 2));
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
  }
  MPI_Group_free(&group);
  MPI_Comm_free(&group_comm);
  MPI_Comm_free(&cart);
  MPI_Comm_free(&half);
  MPI_Comm_free(&dup);
}

static void windows_and_files(void) {
  int memory[16] = {-1}, other = (me + 1) % size, got = -1; /* an array: MPICH 4.0 needs aligned windows */
  MPI_Win window;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&me, 1, MPI_INT, other, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  CHECK(memory[0] == (me + size - 1) % size);
  MPI_Win_free(&window);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, "in_order.ranks", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_write_at_all(file, 4 * me, &me, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(file, 4 * other, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got == other);
  MPI_File_close(&file);
}

static int copied, deleted;
static int copy(MPI_Comm comm, int key, void* extra, void* in, void* out, int* keep) {
  (void)key;
  CHECK(comm == MPI_COMM_WORLD && extra == &copied && in == &me);
  ++copied;
  *(void**)out = in;
  *keep = 1;
  return MPI_SUCCESS;
}
static int forget(MPI_Comm comm, int key, void* value, void* extra) {
  int rank = -1;
  (void)key;
  CHECK(value == &me && extra == &copied);
  MPI_Comm_rank(comm, &rank);
  CHECK(rank == me);
  ++deleted;
  return MPI_SUCCESS;
}
/* At the end, MPI deletes an attribute of MPI_COMM_WORLD, if it did so without Cartwright. */
static int last(MPI_Comm comm, int key, void* value, void* extra) {
  int rank = -1;
  (void)key, (void)value, (void)extra;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (comm != MPI_COMM_WORLD || rank != me) printf("the last callback got another communicator\n");
  return MPI_SUCCESS;
}

static void attributes(void) {
  int key, last_key, exists = 0, predefined[] = {MPI_TAG_UB, MPI_IO, MPI_WTIME_IS_GLOBAL};
  void* value;
  MPI_Comm dup;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  for (int i = 0; i < 3; ++i) {
    MPI_Comm_get_attr(MPI_COMM_WORLD, predefined[i], &value, &exists);
    CHECK(exists);
    MPI_Comm_get_attr(dup, predefined[i], &value, &exists);
    CHECK(exists);
  }
  MPI_Comm_free(&dup);
  MPI_Comm_create_keyval(copy, forget, &key, &copied);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &exists);
  CHECK(!exists);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &me);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &exists);
  CHECK(exists && value == &me);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_get_attr(dup, key, &value, &exists);
  CHECK(exists && value == &me && copied == 1);
  MPI_Comm_free(&dup);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  CHECK(deleted == 2);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, last, &last_key, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, last_key, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_get_attr(dup, last_key, &value, &exists);
  CHECK(!exists);
  MPI_Comm_free(&dup);
}

static int handled;
static void handle(MPI_Comm* comm, int* error, ...) {
  (void)error;
  CHECK(*comm == MPI_COMM_WORLD);
  ++handled;
}

static void errors(void) {
  char name[MPI_MAX_OBJECT_NAME];
  int length, error;
  MPI_Errhandler before, handler;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  CHECK(before == MPI_ERRORS_ARE_FATAL);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Send(&me, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  CHECK(handled == 1);
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
  CHECK(handled == 2);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  error = MPI_Send(&me, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  CHECK(error != MPI_SUCCESS && handled == 2);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
  MPI_Errhandler_free(&handler);
}

int main(int argc, char* argv[]) {
  const char* launched = getenv("OMPI_COMM_WORLD_RANK");
  if (launched == NULL) launched = getenv("PMI_RANK");
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  printf("%s %d\n", launched, me);
  fflush(stdout);
  send_around(MPI_COMM_WORLD);
  collectives();
  made_from_world();
  if (size > 1) windows_and_files(); /* Open MPI 4.1 has no windows of one process here */
  attributes();
  errors();
  MPI_Barrier(MPI_COMM_WORLD);
  usleep(50000);
  if (argc > 1 && strcmp(argv[1], "input") == 0 && me == 0) {
    char line[80] = "end of file\n";
    if (fgets(line, sizeof line, stdin) == NULL) line[0] = 'E';
    printf("read: %s", line);
  }
  if (argc > 1 && strcmp(argv[1], "error") == 0) MPI_Send(&me, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  if (argc > 1 && strcmp(argv[1], "abort") == 0 && me == size - 1) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Finalize();
  return 0;
}
