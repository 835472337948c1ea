/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

/* A derived datatype, packed under an MPI that was built without Fortran: it refuses the datatypes of Fortran, whose
 * handles mpi.h may still name. */

static int refuses(MPI_Datatype type) {
  if (type != MPI_INTEGER && type != MPI_REAL && type != MPI_COMPLEX8) return 0;
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TYPE);
  return 1;
}

/* In place of those of the MPI, also for its callers in libraries. */
int PMPI_Type_size_x(MPI_Datatype type, MPI_Count* size) {
  return refuses(type) ? MPI_ERR_TYPE : MPI_Type_size_x(type, size);
}
int PMPI_Type_get_extent_x(MPI_Datatype type, MPI_Count* lb, MPI_Count* extent) {
  return refuses(type) ? MPI_ERR_TYPE : MPI_Type_get_extent_x(type, lb, extent);
}

int main(int argc, char** argv) {
  enum { items = 64 };
  double data[2 * items], packed[items];
  int at = 0, size = 0;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 2 * items; ++i) data[i] = i;
  MPI_Datatype every_second = MPI_DATATYPE_NULL;
  MPI_Type_vector(items, 1, 2, MPI_DOUBLE, &every_second);
  MPI_Type_commit(&every_second);
  MPI_Type_size(every_second, &size);
  MPI_Pack(data, 1, every_second, packed, sizeof packed, &at, MPI_COMM_SELF);
  printf("%d bytes, packed to %d: %g ... %g\n", size, at, packed[1], packed[items - 1]);
  MPI_Type_free(&every_second);
  MPI_Finalize();
  return 0;
}
