/* SPDX-FileCopyrightText: 2026 The Cartwright authors */
/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

/* Functions that the interposer only watches: it counts and records, then calls MPI with the same arguments. */

/* clang-format off */
#define CW_WATCHED_FUNCTIONS_3(FUNCTION)                                                                    \
  FUNCTION(Comm_rank) FUNCTION(Comm_group) FUNCTION(Cart_get) FUNCTION(Cart_coords) FUNCTION(Cart_rank)     \
  FUNCTION(Cart_shift) FUNCTION(Graph_neighbors) FUNCTION(Dist_graph_neighbors)                             \
  FUNCTION(Comm_split) FUNCTION(Comm_split_type) FUNCTION(Comm_create) FUNCTION(Comm_create_group)          \
  FUNCTION(Cart_sub)                                                                                        \
  FUNCTION(Reduce) FUNCTION(Ireduce) FUNCTION(Allreduce) FUNCTION(Iallreduce)                               \
  FUNCTION(Reduce_scatter) FUNCTION(Ireduce_scatter)                                                        \
  FUNCTION(Reduce_scatter_block) FUNCTION(Ireduce_scatter_block)                                            \
  FUNCTION(Scan) FUNCTION(Iscan) FUNCTION(Exscan) FUNCTION(Iexscan)                                         \
  FUNCTION(Barrier) FUNCTION(Ibarrier) FUNCTION(File_open) FUNCTION(Intercomm_create)                       \
  FUNCTION(Win_create) FUNCTION(Win_allocate) FUNCTION(Win_create_dynamic)                                  \
  FUNCTION(Comm_spawn) FUNCTION(Comm_spawn_multiple) FUNCTION(Comm_accept) FUNCTION(Comm_connect)           \
  FUNCTION(Put) FUNCTION(Get) FUNCTION(Accumulate) FUNCTION(Get_accumulate)                                 \
  FUNCTION(Rput) FUNCTION(Rget) FUNCTION(Raccumulate) FUNCTION(Rget_accumulate)                             \
  FUNCTION(Fetch_and_op) FUNCTION(Compare_and_swap) FUNCTION(Pcontrol) FUNCTION(Abort)

#define CW_WATCHED_FUNCTIONS_4(FUNCTION)                                                                    \
  FUNCTION(Barrier_init) FUNCTION(Bcast_init) FUNCTION(Allreduce_init) FUNCTION(Allgather_init)             \
  FUNCTION(Alltoall_init) FUNCTION(Alltoallv_init) FUNCTION(Alltoallw_init)                                 \
  FUNCTION(Neighbor_alltoall_init) FUNCTION(Neighbor_alltoallv_init) FUNCTION(Neighbor_alltoallw_init)      \
  FUNCTION(Psend_init) FUNCTION(Precv_init)                                                                 \
  FUNCTION(Alltoall_c) FUNCTION(Alltoallv_c) FUNCTION(Alltoallw_c)                                          \
  FUNCTION(Ialltoall_c) FUNCTION(Ialltoallv_c) FUNCTION(Ialltoallw_c)                                       \
  FUNCTION(Neighbor_alltoall_c) FUNCTION(Neighbor_alltoallv_c) FUNCTION(Neighbor_alltoallw_c)               \
  FUNCTION(Ineighbor_alltoall_c) FUNCTION(Ineighbor_alltoallv_c) FUNCTION(Ineighbor_alltoallw_c)            \
  FUNCTION(Bcast_c) FUNCTION(Ibcast_c) FUNCTION(Reduce_c) FUNCTION(Ireduce_c)                               \
  FUNCTION(Allreduce_c) FUNCTION(Iallreduce_c) FUNCTION(Allgather_c) FUNCTION(Iallgather_c)                 \
  FUNCTION(Put_c) FUNCTION(Get_c) FUNCTION(Accumulate_c) FUNCTION(Get_accumulate_c)                         \
  FUNCTION(Rput_c) FUNCTION(Rget_c) FUNCTION(Raccumulate_c) FUNCTION(Rget_accumulate_c)
/* clang-format on */
