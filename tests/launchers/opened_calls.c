/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A ring with new ranks, and columns that go around in it. Every process prints what it got. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static void* opened;

/* The function of the library that was opened, or else the one that the linker finds. */
typedef void Function(void);
static Function* function(const char* name, Function* linked) {
  Function* found = linked;
  if (opened != NULL) *(void**)&found = dlsym(opened, name);
  return found;
}
#define CALL(name) ((__typeof__(&MPI_##name))function("MPI_" #name, (Function*)MPI_##name))

int calls(void* library) {
  enum { items = 500 };
  int size, rank, before, after, periodic = 1;
  double out[2 * items], in[2 * items], sum = 0;
  MPI_Comm grid;
  MPI_Datatype column;
  opened = library;
  CALL(Init)(NULL, NULL);
  CALL(Comm_size)(MPI_COMM_WORLD, &size);
  CALL(Cart_create)(MPI_COMM_WORLD, 1, &size, &periodic, 1, &grid);
  CALL(Comm_rank)(grid, &rank);
  CALL(Cart_shift)(grid, 0, 1, &before, &after);
  CALL(Type_vector)(items, 1, 2, MPI_DOUBLE, &column);
  CALL(Type_commit)(&column);
  for (int use = 0; use < 20; ++use) {
    for (int i = 0; i < 2 * items; ++i) out[i] = 1000.0 * use + 100 * rank + i;
    for (int i = 0; i < 2 * items; ++i) in[i] = -1;
    CALL(Sendrecv)(out, 1, column, after, 0, in, 1, column, before, 0, grid, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * items; ++i) sum += i % 7 * in[i];
  }
  printf("%d of %d got %.0f\n", rank, size, sum);
  CALL(Type_free)(&column);
  CALL(Comm_free)(&grid);
  CALL(Finalize)();
  return 0;
}
