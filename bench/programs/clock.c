// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// A library to load before a program. It writes the seconds from the end of MPI_Init, when the last process has left
// it, to the call of MPI_Finalize by the last process into the file that PROGRAM_SECONDS names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double began;

static int begin(int error) {
  PMPI_Barrier(MPI_COMM_WORLD);
  began = PMPI_Wtime();
  return error;
}

int MPI_Init(int* argc, char*** argv) { return begin(PMPI_Init(argc, argv)); }

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return begin(PMPI_Init_thread(argc, argv, required, provided));
}

static void end(void) {
  int rank;
  PMPI_Barrier(MPI_COMM_WORLD);
  const double seconds = PMPI_Wtime() - began;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* name = getenv("PROGRAM_SECONDS");
  FILE* file = rank == 0 && name != NULL ? fopen(name, "w") : NULL;
  if (file != NULL) {
    fprintf(file, "%.6f\n", seconds);
    fclose(file);
  }
}

int MPI_Finalize(void) {
  end();
  return PMPI_Finalize();
}

// Programs in Fortran call these, and they call PMPI.

void mpi_init_(int* error) {
  void (*next)(int*) = (void (*)(int*))dlsym(RTLD_NEXT, "mpi_init_");
  next(error);
  begin(MPI_SUCCESS);
}

void mpi_init_thread_(int* required, int* provided, int* error) {
  void (*next)(int*, int*, int*) = (void (*)(int*, int*, int*))dlsym(RTLD_NEXT, "mpi_init_thread_");
  next(required, provided, error);
  begin(MPI_SUCCESS);
}

void mpi_finalize_(int* error) {
  end();
  ((void (*)(int*))dlsym(RTLD_NEXT, "mpi_finalize_"))(error);
}
