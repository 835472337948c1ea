/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* MPI Advance in place of MPI_Alltoall and MPI_Alltoallv on MPI_COMM_WORLD: run.py --advance compiles it with
 * liblocality_aware, and preloads it. MPI_Alltoall gets the algorithm with the fewest messages between nodes;
 * MPI_Alltoallv has none that knows nodes. */
#include <locality_aware.h>

static MPIL_Comm* world(void) {
  static MPIL_Comm* comm;
  if (!comm) {
    MPIL_Comm_init(&comm, MPI_COMM_WORLD);
    MPIL_Comm_topo_init(comm);
    MPIL_Set_alltoall_algorithm(ALLTOALL_NODE_AWARE_PAIRWISE);
    MPIL_Set_alltoallv_algorithm(ALLTOALLV_PAIRWISE);
  }
  return comm;
}

int MPI_Alltoall(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count, MPI_Datatype in_type,
                 MPI_Comm comm) {
  if (comm != MPI_COMM_WORLD) return PMPI_Alltoall(out, out_count, out_type, in, in_count, in_type, comm);
  return MPIL_Alltoall(out, out_count, out_type, in, in_count, in_type, world());
}

int MPI_Alltoallv(const void* out, const int out_counts[], const int out_places[], MPI_Datatype out_type, void* in,
                  const int in_counts[], const int in_places[], MPI_Datatype in_type, MPI_Comm comm) {
  if (comm != MPI_COMM_WORLD)
    return PMPI_Alltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm);
  return MPIL_Alltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, world());
}
