/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads the tools interface before and after MPI_Init. Process 0 prints the names of all control and performance
 * variables, the values of the control variables that are integers, and which performance variables can be read while
 * messages are sent. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_text = 1024 };
static char name[max_text], description[max_text];

static void check(int error, const char* call) {
  if (error == MPI_SUCCESS) return;
  printf("%s: %d\n", call, error);
  exit(1);
}

static void print_control(int index, int print) {
  int name_size = max_text, text_size = max_text, verbosity, bind, scope, count;
  MPI_Datatype type;
  MPI_T_enum values;
  MPI_T_cvar_handle handle;
  if (MPI_T_cvar_get_info(index, name, &name_size, &verbosity, &type, &values, description, &text_size, &bind,
                          &scope) != MPI_SUCCESS)
    return;
  if (print) printf("control %s", name);
  /* Open MPI 4.1 crashes when some others are read. */
  const int safe = strncmp(name, "coll_tuned_", 11) == 0 || strncmp(name, "MPIR_", 5) == 0;
  if (safe && type == MPI_INT && bind == MPI_T_BIND_NO_OBJECT &&
      MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS) {
    int value = 0;
    if (count == 1 && MPI_T_cvar_read(handle, &value) == MPI_SUCCESS && print) printf(" %d", value);
    MPI_T_cvar_handle_free(&handle);
  }
  if (print) printf("\n");
}

static void print_controls(int print) {
  int count = 0;
  check(MPI_T_cvar_get_num(&count), "MPI_T_cvar_get_num");
  for (int i = 0; i < count; ++i) print_control(i, print);
}

static void print_performance(MPI_T_pvar_session session, int index, int print) {
  int name_size = max_text, text_size = max_text, verbosity, class, bind, readonly, continuous, atomic, count;
  MPI_Datatype type;
  MPI_T_enum values;
  MPI_T_pvar_handle handle;
  MPI_Comm world = MPI_COMM_WORLD;
  if (MPI_T_pvar_get_info(index, name, &name_size, &verbosity, &class, &type, &values, description, &text_size, &bind,
                          &readonly, &continuous, &atomic) != MPI_SUCCESS)
    return;
  if (print) printf("performance %s %d %d\n", name, class, bind);
  if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM) return;
  if (MPI_T_pvar_handle_alloc(session, index, bind == MPI_T_BIND_MPI_COMM ? &world : NULL, &handle, &count) !=
      MPI_SUCCESS)
    return;
  char* const value = calloc((size_t)(count > 0 ? count : 1), 64);
  if (!continuous) MPI_T_pvar_start(session, handle);
  const int error = MPI_T_pvar_read(session, handle, value);
  if (print) printf("  %d values, read: %d\n", count, error == MPI_SUCCESS);
  if (!continuous) MPI_T_pvar_stop(session, handle);
  MPI_T_pvar_handle_free(session, &handle);
  free(value);
}

int main(int argc, char* argv[]) {
  int provided, rank, size, count = 0;
  check(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), "MPI_T_init_thread");
  print_controls(0);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  print_controls(rank == 0);
  MPI_T_pvar_session session;
  check(MPI_T_pvar_session_create(&session), "MPI_T_pvar_session_create");
  check(MPI_T_pvar_get_num(&count), "MPI_T_pvar_get_num");
  char out[100] = {0}, in[100];
  MPI_Sendrecv(out, 100, MPI_CHAR, (rank + 1) % size, 1, in, 100, MPI_CHAR, (rank + size - 1) % size, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < count; ++i) print_performance(session, i, rank == 0);
  check(MPI_T_pvar_session_free(&session), "MPI_T_pvar_session_free");
  check(MPI_T_finalize(), "MPI_T_finalize"); /* Open MPI 4.1 crashes if this comes after MPI_Finalize */
  MPI_Finalize();
  return 0;
}
