/* SPDX-FileCopyrightText: 2026 The Cartwright authors */
/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <mpi.h>

/* The functions of MPI that are replaced or that take a communicator, with the positions of their communicators: AT_5
   is the sixth argument. A function that is not here never gets a communicator by value. The build checks this against
   the header of each MPI (check_functions.cmake).

   REPLACED  the interposer has it: it answers the call, or counts and calls MPI
   IN_ORDER  the interposer has it for programs that run in another order (preload/order/world_order.cpp)
   PASSED    MPI has it; it is here for its communicators, which are exchanged in such programs

   Functions are found under both of their names: Fortran calls PMPI_* in Open MPI, and partly in MPICH. Code that needs
   MPI itself calls real().Send(...), and not the name that begins with PMPI. */

/* clang-format off */
#define CW_FUNCTIONS_3(REPLACED, IN_ORDER, PASSED)                                                            \
  REPLACED(Abort, AT_0) REPLACED(Accumulate, NONE) REPLACED(Allgather, AT_6) REPLACED(Allgatherv, AT_7)       \
  REPLACED(Allreduce, AT_5) REPLACED(Alltoall, AT_6) REPLACED(Alltoallv, AT_8)                                \
  REPLACED(Alltoallw, AT_8) REPLACED(Barrier, AT_0) REPLACED(Bcast, AT_4) REPLACED(Bsend, AT_5)               \
  REPLACED(Bsend_init, AT_5) REPLACED(Cancel, NONE) REPLACED(Cart_coords, AT_0) REPLACED(Cart_create, AT_0)   \
  REPLACED(Cart_get, AT_0) REPLACED(Cart_map, AT_0) REPLACED(Cart_rank, AT_0)                                 \
  REPLACED(Cart_shift, AT_0) REPLACED(Cart_sub, AT_0) REPLACED(Comm_accept, AT_3)                             \
  REPLACED(Comm_connect, AT_3) REPLACED(Comm_create, AT_0) REPLACED(Comm_create_group, AT_0)                  \
  REPLACED(Comm_dup, AT_0) REPLACED(Comm_dup_with_info, AT_0)                                                 \
  REPLACED(Comm_group, AT_0) REPLACED(Comm_rank, AT_0) REPLACED(Comm_spawn, AT_5)                             \
  REPLACED(Comm_spawn_multiple, AT_6) REPLACED(Comm_split, AT_0) REPLACED(Comm_split_type, AT_0)              \
  REPLACED(Compare_and_swap, NONE) REPLACED(Dist_graph_create, AT_0)                                          \
  REPLACED(Dist_graph_create_adjacent, AT_0) REPLACED(Dist_graph_neighbors, AT_0)                             \
  REPLACED(Exscan, AT_5) REPLACED(Fetch_and_op, NONE) REPLACED(File_close, NONE)                              \
  REPLACED(File_open, AT_0) REPLACED(File_read, NONE) REPLACED(File_read_all, NONE)                           \
  REPLACED(File_read_at, NONE) REPLACED(File_read_at_all, NONE) REPLACED(File_read_ordered, NONE)             \
  REPLACED(File_read_shared, NONE) REPLACED(File_set_view, NONE) REPLACED(File_write, NONE)                   \
  REPLACED(File_write_all, NONE) REPLACED(File_write_at, NONE) REPLACED(File_write_at_all, NONE)              \
  REPLACED(File_write_ordered, NONE) REPLACED(File_write_shared, NONE)                                        \
  REPLACED(Finalize, NONE) REPLACED(Gather, AT_7) REPLACED(Gatherv, AT_8) REPLACED(Get, NONE)                 \
  REPLACED(Get_accumulate, NONE) REPLACED(Graph_create, AT_0) REPLACED(Graph_map, AT_0)                       \
  REPLACED(Graph_neighbors, AT_0) REPLACED(Iallgather, AT_6) REPLACED(Iallgatherv, AT_7)                      \
  REPLACED(Iallreduce, AT_5) REPLACED(Ialltoall, AT_6) REPLACED(Ialltoallv, AT_8)                             \
  REPLACED(Ialltoallw, AT_8) REPLACED(Ibarrier, AT_0) REPLACED(Ibcast, AT_4) REPLACED(Ibsend, AT_5)           \
  REPLACED(Iexscan, AT_5) REPLACED(Igather, AT_7) REPLACED(Igatherv, AT_8) REPLACED(Improbe, AT_2)            \
  REPLACED(Imrecv, NONE) REPLACED(Ineighbor_allgather, AT_6) REPLACED(Ineighbor_allgatherv, AT_7)             \
  REPLACED(Ineighbor_alltoall, AT_6) REPLACED(Ineighbor_alltoallv, AT_8)                                      \
  REPLACED(Ineighbor_alltoallw, AT_8) REPLACED(Init, NONE) REPLACED(Init_thread, NONE)                        \
  REPLACED(Intercomm_create, AT_0 AT_2) REPLACED(Iprobe, AT_2) REPLACED(Irecv, AT_5)                          \
  REPLACED(Ireduce, AT_6) REPLACED(Ireduce_scatter, AT_5) REPLACED(Ireduce_scatter_block, AT_5)               \
  REPLACED(Irsend, AT_5) REPLACED(Iscan, AT_5) REPLACED(Iscatter, AT_7) REPLACED(Iscatterv, AT_8)             \
  REPLACED(Isend, AT_5) REPLACED(Issend, AT_5) REPLACED(Mprobe, AT_2) REPLACED(Mrecv, NONE)                   \
  REPLACED(Neighbor_allgather, AT_6) REPLACED(Neighbor_allgatherv, AT_7)                                      \
  REPLACED(Neighbor_alltoall, AT_6) REPLACED(Neighbor_alltoallv, AT_8)                                        \
  REPLACED(Neighbor_alltoallw, AT_8) REPLACED(Pack, AT_6) REPLACED(Pack_size, AT_2)                           \
  REPLACED(Pcontrol, NONE) REPLACED(Probe, AT_2) REPLACED(Put, NONE) REPLACED(Raccumulate, NONE)              \
  REPLACED(Recv, AT_5) REPLACED(Recv_init, AT_5) REPLACED(Reduce, AT_6) REPLACED(Reduce_scatter, AT_5)        \
  REPLACED(Reduce_scatter_block, AT_5) REPLACED(Request_free, NONE) REPLACED(Request_get_status, NONE)        \
  REPLACED(Rget, NONE) REPLACED(Rget_accumulate, NONE) REPLACED(Rput, NONE) REPLACED(Rsend, AT_5)             \
  REPLACED(Rsend_init, AT_5) REPLACED(Scan, AT_5) REPLACED(Scatter, AT_7) REPLACED(Scatterv, AT_8)            \
  REPLACED(Send, AT_5) REPLACED(Send_init, AT_5) REPLACED(Sendrecv, AT_10)                                    \
  REPLACED(Sendrecv_replace, AT_7) REPLACED(Ssend, AT_5) REPLACED(Ssend_init, AT_5)                           \
  REPLACED(Start, NONE) REPLACED(Startall, NONE) REPLACED(Test, NONE) REPLACED(Testall, NONE)                 \
  REPLACED(Testany, NONE) REPLACED(Testsome, NONE) REPLACED(Type_commit, NONE) REPLACED(Type_dup, NONE)       \
  REPLACED(Type_free, NONE) REPLACED(Unpack, AT_6) REPLACED(Wait, NONE) REPLACED(Waitall, NONE)               \
  REPLACED(Waitany, NONE) REPLACED(Waitsome, NONE) REPLACED(Win_allocate, AT_3)                               \
  REPLACED(Win_allocate_shared, AT_3) REPLACED(Win_create, AT_4) REPLACED(Win_create_dynamic, AT_1)           \
  REPLACED(Win_complete, NONE) REPLACED(Win_fence, NONE) REPLACED(Win_flush, NONE)                            \
  REPLACED(Win_flush_all, NONE) REPLACED(Win_flush_local, NONE) REPLACED(Win_flush_local_all, NONE)           \
  REPLACED(Win_free, NONE) REPLACED(Win_unlock, NONE) REPLACED(Win_unlock_all, NONE)                          \
  IN_ORDER(Comm_create_errhandler, NONE) IN_ORDER(Comm_create_keyval, NONE)                                   \
  IN_ORDER(Comm_get_attr, AT_0) IN_ORDER(Comm_set_errhandler, AT_0)                                           \
  PASSED(Attr_delete, AT_0) PASSED(Attr_get, AT_0) PASSED(Attr_put, AT_0) PASSED(Cartdim_get, AT_0)           \
  PASSED(Comm_call_errhandler, AT_0) PASSED(Comm_compare, AT_0 AT_1) PASSED(Comm_delete_attr, AT_0)           \
  PASSED(Comm_get_errhandler, AT_0)                                                                           \
  PASSED(Comm_get_info, AT_0) PASSED(Comm_get_name, AT_0) PASSED(Comm_idup, AT_0)                             \
  PASSED(Comm_remote_group, AT_0) PASSED(Comm_remote_size, AT_0) PASSED(Comm_set_attr, AT_0)                  \
  PASSED(Comm_set_info, AT_0) PASSED(Comm_set_name, AT_0) PASSED(Comm_size, AT_0)                             \
  PASSED(Comm_test_inter, AT_0) PASSED(Dist_graph_neighbors_count, AT_0)                                      \
  PASSED(Errhandler_create, NONE) PASSED(Errhandler_get, AT_0) PASSED(Errhandler_set, AT_0)                   \
  PASSED(Graph_get, AT_0) PASSED(Graph_neighbors_count, AT_0) PASSED(Graphdims_get, AT_0)                     \
  PASSED(Intercomm_merge, AT_0) PASSED(Keyval_create, NONE) PASSED(Topo_test, AT_0)

/* The functions of MPI 4. */
#if MPI_VERSION >= 4
#define CW_FUNCTIONS_4(REPLACED, IN_ORDER, PASSED)                                                            \
  REPLACED(Accumulate_c, NONE) REPLACED(Allgather_c, AT_6) REPLACED(Allgather_init, AT_6)                     \
  REPLACED(Allgather_init_c, AT_6) REPLACED(Allgatherv_c, AT_7) REPLACED(Allgatherv_init, AT_7)               \
  REPLACED(Allgatherv_init_c, AT_7) REPLACED(Allreduce_c, AT_5) REPLACED(Allreduce_init, AT_5)                \
  REPLACED(Allreduce_init_c, AT_5) REPLACED(Alltoall_c, AT_6) REPLACED(Alltoall_init, AT_6)                   \
  REPLACED(Alltoall_init_c, AT_6) REPLACED(Alltoallv_c, AT_8) REPLACED(Alltoallv_init, AT_8)                  \
  REPLACED(Alltoallv_init_c, AT_8) REPLACED(Alltoallw_c, AT_8) REPLACED(Alltoallw_init, AT_8)                 \
  REPLACED(Alltoallw_init_c, AT_8) REPLACED(Barrier_init, AT_0) REPLACED(Bcast_c, AT_4)                       \
  REPLACED(Bcast_init, AT_4) REPLACED(Bcast_init_c, AT_4) REPLACED(Bsend_c, AT_5)                             \
  REPLACED(Bsend_init_c, AT_5) REPLACED(Exscan_c, AT_5) REPLACED(Exscan_init, AT_5)                           \
  REPLACED(Exscan_init_c, AT_5) REPLACED(File_read_c, NONE) REPLACED(File_read_all_c, NONE)                   \
  REPLACED(File_read_at_c, NONE) REPLACED(File_read_at_all_c, NONE) REPLACED(File_read_ordered_c, NONE)       \
  REPLACED(File_read_shared_c, NONE) REPLACED(File_write_c, NONE) REPLACED(File_write_all_c, NONE)            \
  REPLACED(File_write_at_c, NONE) REPLACED(File_write_at_all_c, NONE) REPLACED(File_write_ordered_c, NONE)    \
  REPLACED(File_write_shared_c, NONE)                                                                         \
  REPLACED(Gather_c, AT_7) REPLACED(Gather_init, AT_7)                                                        \
  REPLACED(Gather_init_c, AT_7) REPLACED(Gatherv_c, AT_8) REPLACED(Gatherv_init, AT_8)                        \
  REPLACED(Gatherv_init_c, AT_8) REPLACED(Get_accumulate_c, NONE) REPLACED(Get_c, NONE)                       \
  REPLACED(Iallgather_c, AT_6) REPLACED(Iallgatherv_c, AT_7) REPLACED(Iallreduce_c, AT_5)                     \
  REPLACED(Ialltoall_c, AT_6) REPLACED(Ialltoallv_c, AT_8) REPLACED(Ialltoallw_c, AT_8)                       \
  REPLACED(Ibcast_c, AT_4) REPLACED(Ibsend_c, AT_5) REPLACED(Iexscan_c, AT_5) REPLACED(Igather_c, AT_7)       \
  REPLACED(Igatherv_c, AT_8) REPLACED(Imrecv_c, NONE) REPLACED(Ineighbor_allgather_c, AT_6)                   \
  REPLACED(Ineighbor_allgatherv_c, AT_7) REPLACED(Ineighbor_alltoall_c, AT_6)                                 \
  REPLACED(Ineighbor_alltoallv_c, AT_8) REPLACED(Ineighbor_alltoallw_c, AT_8) REPLACED(Irecv_c, AT_5)         \
  REPLACED(Ireduce_c, AT_6) REPLACED(Ireduce_scatter_block_c, AT_5) REPLACED(Ireduce_scatter_c, AT_5)         \
  REPLACED(Irsend_c, AT_5) REPLACED(Iscan_c, AT_5) REPLACED(Iscatter_c, AT_7) REPLACED(Iscatterv_c, AT_8)     \
  REPLACED(Isend_c, AT_5) REPLACED(Isendrecv, AT_10) REPLACED(Isendrecv_c, AT_10)                             \
  REPLACED(Isendrecv_replace, AT_7) REPLACED(Isendrecv_replace_c, AT_7) REPLACED(Issend_c, AT_5)              \
  REPLACED(Mrecv_c, NONE) REPLACED(Neighbor_allgather_c, AT_6) REPLACED(Neighbor_allgather_init, AT_6)        \
  REPLACED(Neighbor_allgather_init_c, AT_6) REPLACED(Neighbor_allgatherv_c, AT_7)                             \
  REPLACED(Neighbor_allgatherv_init, AT_7) REPLACED(Neighbor_allgatherv_init_c, AT_7)                         \
  REPLACED(Neighbor_alltoall_c, AT_6) REPLACED(Neighbor_alltoall_init, AT_6)                                  \
  REPLACED(Neighbor_alltoall_init_c, AT_6) REPLACED(Neighbor_alltoallv_c, AT_8)                               \
  REPLACED(Neighbor_alltoallv_init, AT_8) REPLACED(Neighbor_alltoallv_init_c, AT_8)                           \
  REPLACED(Neighbor_alltoallw_c, AT_8) REPLACED(Neighbor_alltoallw_init, AT_8)                                \
  REPLACED(Neighbor_alltoallw_init_c, AT_8) REPLACED(Pack_c, AT_6) REPLACED(Precv_init, AT_6)                 \
  REPLACED(Psend_init, AT_6) REPLACED(Put_c, NONE) REPLACED(Raccumulate_c, NONE) REPLACED(Recv_c, AT_5)       \
  REPLACED(Recv_init_c, AT_5) REPLACED(Reduce_c, AT_6) REPLACED(Reduce_init, AT_6)                            \
  REPLACED(Reduce_init_c, AT_6) REPLACED(Reduce_scatter_block_c, AT_5)                                        \
  REPLACED(Reduce_scatter_block_init, AT_5) REPLACED(Reduce_scatter_block_init_c, AT_5)                       \
  REPLACED(Reduce_scatter_c, AT_5) REPLACED(Reduce_scatter_init, AT_5)                                        \
  REPLACED(Reduce_scatter_init_c, AT_5) REPLACED(Rget_accumulate_c, NONE) REPLACED(Rget_c, NONE)              \
  REPLACED(Rput_c, NONE) REPLACED(Rsend_c, AT_5) REPLACED(Rsend_init_c, AT_5) REPLACED(Scan_c, AT_5)          \
  REPLACED(Scan_init, AT_5) REPLACED(Scan_init_c, AT_5) REPLACED(Scatter_c, AT_7)                             \
  REPLACED(Scatter_init, AT_7) REPLACED(Scatter_init_c, AT_7) REPLACED(Scatterv_c, AT_8)                      \
  REPLACED(Scatterv_init, AT_8) REPLACED(Scatterv_init_c, AT_8) REPLACED(Send_c, AT_5)                        \
  REPLACED(Send_init_c, AT_5) REPLACED(Sendrecv_c, AT_10) REPLACED(Sendrecv_replace_c, AT_7)                  \
  REPLACED(Ssend_c, AT_5) REPLACED(Ssend_init_c, AT_5) REPLACED(Unpack_c, AT_6)                               \
  REPLACED(Comm_create_from_group, NONE)                                                                      \
  PASSED(Comm_idup_with_info, AT_0) PASSED(Pack_size_c, AT_2) REPLACED(Win_allocate_c, AT_3)                    \
  PASSED(Win_allocate_shared_c, AT_3) REPLACED(Win_create_c, AT_4)
#else
#define CW_FUNCTIONS_4(REPLACED, IN_ORDER, PASSED)
#endif

/* The functions of MPI 4.1. */
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
#define CW_FUNCTIONS_4_1(REPLACED, IN_ORDER, PASSED)                                                          \
  PASSED(Comm_attach_buffer, AT_0) PASSED(Comm_attach_buffer_c, AT_0) PASSED(Comm_detach_buffer, AT_0)        \
  PASSED(Comm_detach_buffer_c, AT_0) PASSED(Comm_flush_buffer, AT_0) PASSED(Comm_iflush_buffer, AT_0)
#else
#define CW_FUNCTIONS_4_1(REPLACED, IN_ORDER, PASSED)
#endif

#define CW_FUNCTIONS(REPLACED, IN_ORDER, PASSED)                                                              \
  CW_FUNCTIONS_3(REPLACED, IN_ORDER, PASSED)                                                                  \
  CW_FUNCTIONS_4(REPLACED, IN_ORDER, PASSED)                                                                  \
  CW_FUNCTIONS_4_1(REPLACED, IN_ORDER, PASSED)

/* Extensions, and functions through which Fortran reaches attributes, by their full names. */
#ifdef OPEN_MPI
#define CW_OTHER_FUNCTIONS(FUNCTION)                                                                          \
  FUNCTION(MPIX_Comm_agree, AT_0) FUNCTION(MPIX_Comm_iagree, AT_0) FUNCTION(MPIX_Comm_revoke, AT_0)           \
  FUNCTION(MPIX_Comm_is_revoked, AT_0) FUNCTION(MPIX_Comm_shrink, AT_0) FUNCTION(MPIX_Comm_ishrink, AT_0)     \
  FUNCTION(MPIX_Comm_failure_ack, AT_0) FUNCTION(MPIX_Comm_failure_get_acked, AT_0)                           \
  FUNCTION(MPIX_Comm_get_failed, AT_0) FUNCTION(MPIX_Comm_ack_failed, AT_0)                                   \
  FUNCTION(MPIX_Allgather_init, AT_6) FUNCTION(MPIX_Allgatherv_init, AT_7) FUNCTION(MPIX_Allreduce_init, AT_5)\
  FUNCTION(MPIX_Alltoall_init, AT_6) FUNCTION(MPIX_Alltoallv_init, AT_8) FUNCTION(MPIX_Alltoallw_init, AT_8)  \
  FUNCTION(MPIX_Barrier_init, AT_0) FUNCTION(MPIX_Bcast_init, AT_4) FUNCTION(MPIX_Exscan_init, AT_5)          \
  FUNCTION(MPIX_Gather_init, AT_7) FUNCTION(MPIX_Gatherv_init, AT_8) FUNCTION(MPIX_Reduce_init, AT_6)         \
  FUNCTION(MPIX_Reduce_scatter_init, AT_5) FUNCTION(MPIX_Reduce_scatter_block_init, AT_5)                     \
  FUNCTION(MPIX_Scan_init, AT_5) FUNCTION(MPIX_Scatter_init, AT_7) FUNCTION(MPIX_Scatterv_init, AT_8)         \
  FUNCTION(MPIX_Neighbor_allgather_init, AT_6) FUNCTION(MPIX_Neighbor_allgatherv_init, AT_7)                  \
  FUNCTION(MPIX_Neighbor_alltoall_init, AT_6) FUNCTION(MPIX_Neighbor_alltoallv_init, AT_8)                    \
  FUNCTION(MPIX_Neighbor_alltoallw_init, AT_8)                                                                \
  FUNCTION(mpi_comm_get_attr_, NONE) FUNCTION(pmpi_comm_get_attr_, NONE) FUNCTION(mpi_attr_get_, NONE)        \
  FUNCTION(mpi_comm_set_attr_, NONE) FUNCTION(ompi_comm_set_attr_f, NONE) FUNCTION(mpi_attr_put_, NONE)
#else
#define CW_OTHER_FUNCTIONS(FUNCTION)                                                                          \
  FUNCTION(MPIX_Comm_agree, AT_0) FUNCTION(MPIX_Comm_revoke, AT_0) FUNCTION(MPIX_Comm_shrink, AT_0)           \
  FUNCTION(MPIX_Comm_failure_ack, AT_0) FUNCTION(MPIX_Comm_failure_get_acked, AT_0)                           \
  FUNCTION(MPIX_Comm_get_failed, AT_0) FUNCTION(MPIX_Comm_get_stream, AT_0)                                   \
  FUNCTION(MPIX_Stream_comm_create, AT_0) FUNCTION(MPIX_Stream_comm_create_multiplex, AT_0)                   \
  FUNCTION(MPIX_Stream_send, AT_5) FUNCTION(MPIX_Stream_send_c, AT_5) FUNCTION(MPIX_Stream_recv, AT_5)        \
  FUNCTION(MPIX_Stream_recv_c, AT_5) FUNCTION(MPIX_Stream_isend, AT_5) FUNCTION(MPIX_Stream_isend_c, AT_5)    \
  FUNCTION(MPIX_Stream_irecv, AT_5) FUNCTION(MPIX_Stream_irecv_c, AT_5)                                       \
  FUNCTION(MPIX_Send_enqueue, AT_5) FUNCTION(MPIX_Send_enqueue_c, AT_5) FUNCTION(MPIX_Recv_enqueue, AT_5)     \
  FUNCTION(MPIX_Recv_enqueue_c, AT_5) FUNCTION(MPIX_Isend_enqueue, AT_5) FUNCTION(MPIX_Isend_enqueue_c, AT_5) \
  FUNCTION(MPIX_Irecv_enqueue, AT_5) FUNCTION(MPIX_Irecv_enqueue_c, AT_5) FUNCTION(MPIX_Bcast_enqueue, AT_4)  \
  FUNCTION(MPIX_Bcast_enqueue_c, AT_4) FUNCTION(MPIX_Allreduce_enqueue, AT_5)                                 \
  FUNCTION(MPIX_Allreduce_enqueue_c, AT_5) FUNCTION(MPIX_Threadcomm_init, AT_0)                               \
  FUNCTION(MPIX_Threadcomm_start, AT_0) FUNCTION(MPIX_Threadcomm_finish, AT_0)                                \
  FUNCTION(MPIX_Comm_test_threadcomm, AT_0) FUNCTION(MPII_Comm_get_attr, AT_0) FUNCTION(MPII_Comm_set_attr, AT_0)
#endif

/* Cartwright's own functions of cartwright/mpix.h. The interposer has them, too, so they know the communicators that it
   made. The last two are Open MPI's own, which its components call (preload/traffic/monitoring.hpp). */
#define CW_OWN_FUNCTIONS(FUNCTION)                                                                            \
  FUNCTION(MPIX_Cart_stencil_comm, AT_0) FUNCTION(MPIX_Cart_weighted_create, AT_0)                            \
  FUNCTION(MPIX_Cart_ml_create, AT_0) FUNCTION(MPIX_Cart_ml_create_from_types, AT_0)                          \
  FUNCTION(MPIX_Cart_ml_create_from_comms, NONE) FUNCTION(MPIX_Dims_weighted_create, NONE)                    \
  FUNCTION(MPIX_Dims_ml_create, NONE) FUNCTION(MPIX_Dist_graph_create, AT_0)                                  \
  FUNCTION(MPIX_Dist_graph_create_adjacent, AT_0) FUNCTION(MPIX_Graph_create, AT_0)                           \
  FUNCTION(MPIX_Pack, AT_6) FUNCTION(MPIX_Unpack, AT_6) FUNCTION(MPIX_Type_commit_info, NONE)                 \
  FUNCTION(cw_comm_report, AT_0) FUNCTION(cw_translate_ranks, AT_0 AT_3)                                           \
  FUNCTION(cw_move_to_new_ranks, AT_5 AT_6) FUNCTION(cw_move_to_old_ranks, AT_5 AT_6)                         \
  FUNCTION(cw_count_sent, AT_0)                                                                               \
  FUNCTION(mca_common_monitoring_record_pml, NONE) FUNCTION(mca_common_monitoring_coll_cache_name, NONE)  \
  FUNCTION(ucp_worker_get_address, NONE) FUNCTION(ucp_ep_create, NONE)                                        \
  FUNCTION(ucp_dt_create_generic, NONE) FUNCTION(ucp_tag_send_nbx, NONE)
/* clang-format on */
