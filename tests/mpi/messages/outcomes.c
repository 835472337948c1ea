/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* Results of calls for messages that are too long, too short, canceled or wrong: error classes, counts, elements. Two
 * processes; rank 1 prints. The output must be the same with and without the interposer. Then many messages are sent,
 * during which the process must not grow. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAG = 3, INTS = 4000 };
static int rank, values[8 * INTS];
static MPI_Datatype strided;

static int class_of(int error) {
  int error_class;
  MPI_Error_class(error, &error_class);
  return error_class;
}

static const char* name_of(int error) {
  static char text[MPI_MAX_ERROR_STRING];
  switch (class_of(error)) {
    case MPI_SUCCESS: return "success";
    case MPI_ERR_TRUNCATE: return "truncate";
    case MPI_ERR_IN_STATUS: return "in status";
    case MPI_ERR_COUNT: return "count";
    case MPI_ERR_TYPE: return "type";
    case MPI_ERR_RANK: return "rank";
    case MPI_ERR_TAG: return "tag";
    case MPI_ERR_COMM: return "comm";
    case MPI_ERR_PENDING: return "pending";
    default: snprintf(text, sizeof text, "class %d", class_of(error)); return text;
  }
}

static void say(const char* what, int error, const MPI_Status* status) {
  int count = -1, elements = -1, i, sum = 0;
  if (rank != 1) return;
  printf("%s: %s", what, name_of(error));
  if (status && class_of(error) == MPI_SUCCESS) {
    MPI_Get_count(status, strided, &count);
    MPI_Get_elements(status, strided, &elements);
    for (i = 0; i < 8 * INTS; ++i) sum += values[i] * (i % 91);
    printf(", %s%d of the type, %d elements, sum %d", count == MPI_UNDEFINED ? "un" : "",
           count == MPI_UNDEFINED ? 0 : count, elements, sum);
  }
  printf("\n");
}

/* Rank 0 sends `sent` ints, of the strided type when there is a whole number of it; rank 1 receives `room` of it. */
static void receive(int sent, int room, int strided_sender, int how) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status status, statuses[2];
  int error = MPI_SUCCESS, i, index, flag = 0, count, indices[2];
  char what[100];
  snprintf(what, sizeof what, "%d ints%s into room for %d, by call %d", sent, strided_sender ? " strided" : "",
           room * INTS, how);
  memset(&status, 0, sizeof status);
  memset(statuses, 0, sizeof statuses);
  for (i = 0; i < 8 * INTS; ++i) values[i] = rank == 0 ? i % 1000 : -1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    if (strided_sender)
      MPI_Send(values, sent / INTS, strided, 1, TAG, MPI_COMM_WORLD);
    else
      MPI_Send(values, sent, MPI_INT, 1, TAG, MPI_COMM_WORLD);
  } else {
    if (how == 0)
      error = MPI_Recv(values, room, strided, 0, TAG, MPI_COMM_WORLD, &status);
    else if (how == 1)
      error = MPI_Sendrecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, values, room, strided, 0, TAG, MPI_COMM_WORLD, &status);
    else
      MPI_Irecv(values, room, strided, 0, TAG, MPI_COMM_WORLD, &requests[1]);
    switch (how) {
      case 2: error = MPI_Wait(&requests[1], &status); break;
      case 3:
        error = MPI_Waitall(2, requests, statuses);
        status = statuses[1];
        if (error != MPI_SUCCESS) say("  in the status", status.MPI_ERROR, NULL);
        break;
      case 4: error = MPI_Waitany(2, requests, &index, &status); break;
      case 5: error = MPI_Waitsome(2, requests, &count, indices, &status); break;
      case 6:
        while (!flag && error == MPI_SUCCESS) error = MPI_Test(&requests[1], &flag, &status);
        break;
      default: break;
    }
    say(what, error, &status);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void wrong_arguments(void) {
  MPI_Datatype never;
  MPI_Request request;
  MPI_Type_vector(4, 1, 2, MPI_INT, &never);
  say("negative count", MPI_Send(values, -1, strided, 0, TAG, MPI_COMM_WORLD), NULL);
  say("no such rank", MPI_Send(values, 1, strided, 77, TAG, MPI_COMM_WORLD), NULL);
  say("negative tag", MPI_Send(values, 1, strided, 0, -55, MPI_COMM_WORLD), NULL);
  say("no type", MPI_Isend(values, 1, MPI_DATATYPE_NULL, 0, TAG, MPI_COMM_WORLD, &request), NULL);
  say("a type that was not committed", MPI_Send(values, 1, never, 0, TAG, MPI_COMM_WORLD), NULL);
  say("a negative count of it", MPI_Irecv(values, -1, strided, 0, TAG, MPI_COMM_WORLD, &request), NULL);
  say("no such source", MPI_Recv(values, 1, strided, 77, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE), NULL);
  MPI_Type_free(&never);
}

static void wrong_room(void) {
  int position = 0;
  char* packed = malloc(INTS * sizeof(int));
  say("no room to pack", MPI_Pack(values, 1, strided, packed, 100, &position, MPI_COMM_WORLD), NULL);
  position = 4;
  say("packed behind", MPI_Pack(values, 1, MPI_INT, packed, 100, &position, MPI_COMM_WORLD), NULL);
  if (rank == 1) printf("position %d\n", position);
  free(packed);
}

static long resident_pages(void) {
  long size = 0, pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
  if (file) fclose(file);
  return pages;
}

static void many(int messages) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  long before = 0;
  for (int i = 0; i < messages; ++i) {
    MPI_Irecv(values + 4 * INTS, 1, strided, 1 - rank, TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(values, 1, strided, 1 - rank, TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    if (i == messages / 10) before = resident_pages();
  }
  if (rank == 1)
    printf("grown by more than 4 MiB: %s\n",
           resident_pages() - before > (4L << 20) / sysconf(_SC_PAGESIZE) ? "yes" : "no");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Type_vector(INTS, 1, 2, MPI_INT, &strided);
  MPI_Type_commit(&strided);
  for (int how = 0; how < 7; ++how) {
    receive(2 * INTS, 2, 1, how);
    receive(INTS, 3, 1, how);
    receive(INTS / 2, 1, 0, how);
    receive(INTS + 7, 3, 0, how);
    receive(3 * INTS, 1, 1, how);
    receive(3 * INTS, 1, 0, how);
  }
  wrong_arguments();
  wrong_room();
  many(argc > 1 ? atoi(argv[1]) : 1000);
  MPI_Type_free(&strided);
  MPI_Finalize();
  return 0;
}
