/* SPDX-FileCopyrightText: 2026 The Cartwright authors */
/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "mpi/watched_functions.h"

#include <mpi.h>

/* clang-format off */
/* The functions that the interposer replaces, under both of their names: Fortran calls PMPI_* in Open MPI, and partly
   in MPICH. Code that needs MPI itself calls real().Send(...), not PMPI_Send(...). */
#define CW_REAL_FUNCTIONS(FUNCTION)                                                                         \
  FUNCTION(Init) FUNCTION(Init_thread) FUNCTION(Finalize)                                                   \
  FUNCTION(Cart_create) FUNCTION(Cart_map) FUNCTION(Graph_create) FUNCTION(Graph_map)                       \
  FUNCTION(Dist_graph_create) FUNCTION(Dist_graph_create_adjacent)                                          \
  FUNCTION(Win_allocate_shared) FUNCTION(Win_free)                                                          \
  FUNCTION(Type_commit) FUNCTION(Type_free) FUNCTION(Type_dup)                                              \
  FUNCTION(Pack) FUNCTION(Unpack) FUNCTION(Pack_size)                                                       \
  FUNCTION(Send) FUNCTION(Bsend) FUNCTION(Ssend) FUNCTION(Rsend)                                            \
  FUNCTION(Isend) FUNCTION(Ibsend) FUNCTION(Issend) FUNCTION(Irsend)                                        \
  FUNCTION(Send_init) FUNCTION(Bsend_init) FUNCTION(Ssend_init) FUNCTION(Rsend_init)                        \
  FUNCTION(Recv) FUNCTION(Irecv) FUNCTION(Recv_init) FUNCTION(Mrecv) FUNCTION(Imrecv)                       \
  FUNCTION(Sendrecv) FUNCTION(Sendrecv_replace)                                                             \
  FUNCTION(Probe) FUNCTION(Iprobe) FUNCTION(Mprobe) FUNCTION(Improbe)                                       \
  FUNCTION(Start) FUNCTION(Startall) FUNCTION(Request_free) FUNCTION(Request_get_status)                    \
  FUNCTION(Wait) FUNCTION(Waitall) FUNCTION(Waitany) FUNCTION(Waitsome)                                     \
  FUNCTION(Test) FUNCTION(Testall) FUNCTION(Testany) FUNCTION(Testsome)                                     \
  FUNCTION(Gather) FUNCTION(Gatherv) FUNCTION(Scatter) FUNCTION(Scatterv)                                   \
  FUNCTION(Igather) FUNCTION(Igatherv) FUNCTION(Iscatter) FUNCTION(Iscatterv)                               \
  FUNCTION(Bcast) FUNCTION(Ibcast) FUNCTION(Allgather) FUNCTION(Allgatherv)                                 \
  FUNCTION(Iallgather) FUNCTION(Iallgatherv)                                                                \
  FUNCTION(Alltoall) FUNCTION(Alltoallv) FUNCTION(Alltoallw)                                                \
  FUNCTION(Ialltoall) FUNCTION(Ialltoallv) FUNCTION(Ialltoallw)                                             \
  FUNCTION(Neighbor_allgather) FUNCTION(Neighbor_allgatherv)                                                \
  FUNCTION(Neighbor_alltoall) FUNCTION(Neighbor_alltoallv) FUNCTION(Neighbor_alltoallw)                     \
  FUNCTION(Ineighbor_allgather) FUNCTION(Ineighbor_allgatherv)                                              \
  FUNCTION(Ineighbor_alltoall) FUNCTION(Ineighbor_alltoallv) FUNCTION(Ineighbor_alltoallw)                  \
  CW_WATCHED_FUNCTIONS_3(FUNCTION)

/* The functions of MPI 4. */
#if MPI_VERSION >= 4
#define CW_REAL_FUNCTIONS_4(FUNCTION)                                                                       \
  FUNCTION(Isendrecv) FUNCTION(Isendrecv_replace) FUNCTION(Pack_c) FUNCTION(Unpack_c)                       \
  FUNCTION(Send_c) FUNCTION(Bsend_c) FUNCTION(Ssend_c) FUNCTION(Rsend_c)                                    \
  FUNCTION(Isend_c) FUNCTION(Ibsend_c) FUNCTION(Issend_c) FUNCTION(Irsend_c)                                \
  FUNCTION(Send_init_c) FUNCTION(Bsend_init_c) FUNCTION(Ssend_init_c) FUNCTION(Rsend_init_c)                \
  FUNCTION(Recv_c) FUNCTION(Irecv_c) FUNCTION(Recv_init_c) FUNCTION(Mrecv_c) FUNCTION(Imrecv_c)             \
  FUNCTION(Sendrecv_c) FUNCTION(Sendrecv_replace_c) FUNCTION(Isendrecv_c) FUNCTION(Isendrecv_replace_c)     \
  CW_WATCHED_FUNCTIONS_4(FUNCTION)
#else
#define CW_REAL_FUNCTIONS_4(FUNCTION)
#endif

/* Cartwright's own functions of cartwright/mpix.h. The interposer has them, too, so they know the communicators that it
   made. */
#define CW_OWN_FUNCTIONS(FUNCTION)                                                                          \
  FUNCTION(MPIX_Cart_stencil_comm) FUNCTION(MPIX_Cart_weighted_create) FUNCTION(MPIX_Cart_ml_create)        \
  FUNCTION(MPIX_Cart_ml_create_from_types) FUNCTION(MPIX_Cart_ml_create_from_comms)                         \
  FUNCTION(MPIX_Dims_weighted_create) FUNCTION(MPIX_Dims_ml_create)                                         \
  FUNCTION(MPIX_Dist_graph_create) FUNCTION(MPIX_Dist_graph_create_adjacent) FUNCTION(MPIX_Graph_create)    \
  FUNCTION(MPIX_Pack) FUNCTION(MPIX_Unpack) FUNCTION(MPIX_Type_commit_info)                                 \
  FUNCTION(cw_report) FUNCTION(cw_translate_ranks) FUNCTION(cw_move_to_new_ranks)                           \
  FUNCTION(cw_move_to_old_ranks)
/* clang-format on */
