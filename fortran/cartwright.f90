! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> Cartesian and graph communicators whose processes lie where their neighbours are, and datatypes with hints:
!> cartwright/mpix.h for Fortran.
!>
!> The same names serve programs that `use mpi_f08` and programs that `use mpi`: the type of the handles decides.
!> Arguments, errors and what is collective are as in mpix.h, which says it in full. Different are:
!>  - the status comes last, in `ierror`, optional where handles have types (mpi_f08), as for MPI's own procedures;
!>  - periods, reorder and report%reordered are logical;
!>  - dims_ml(ndims, nlevels) is indexed as in C, dims_ml(i, l), though it lies transposed in memory;
!>  - stencil(ndims, k) has an offset in each column;
!>  - buffers may be arrays of any type and rank, or sections of such.
module cartwright
  use cartwright_c, only: MPIX_WEIGHTS_EQUAL
  use cartwright_handles
  use cartwright_f08
  use cartwright_graphs
  implicit none
  private

  !> In place of dim_weights: the same weight for every dimension.
  public :: MPIX_WEIGHTS_EQUAL

  !> Split types for MPIX_Cart_ml_create_from_types, beside those of MPI_Comm_split_type.
  integer, parameter, public :: MPIX_COMM_TYPE_SOCKET = -10001, MPIX_COMM_TYPE_NUMA = -10002, &
    MPIX_COMM_TYPE_HALFNODE = -10003, MPIX_COMM_TYPE_HW_TOPOLOGY = -10004

  !> call MPIX_Cart_stencil_comm(oldcomm, ndims, dims, periods, reorder, stencil, k, cartcomm [, ierror])
  public :: MPIX_Cart_stencil_comm
  interface MPIX_Cart_stencil_comm
    procedure cart_stencil_comm, cart_stencil_comm_f08
  end interface

  !> call MPIX_Dims_weighted_create(nnodes, ndims, dim_weights, periods, info, dims [, ierror])
  public :: MPIX_Dims_weighted_create
  interface MPIX_Dims_weighted_create
    procedure dims_weighted_create, dims_weighted_create_f08
  end interface

  !> call MPIX_Dims_ml_create(nnodes, ndims, dim_weights, nlevels, sizes, periods, info, dims_ml [, ierror])
  public :: MPIX_Dims_ml_create
  interface MPIX_Dims_ml_create
    procedure dims_ml_create, dims_ml_create_f08
  end interface

  !> call MPIX_Cart_weighted_create(comm_old, ndims, dim_weights, periods, info, dims, comm_cart [, ierror])
  public :: MPIX_Cart_weighted_create
  interface MPIX_Cart_weighted_create
    procedure cart_weighted_create, cart_weighted_create_f08
  end interface

  !> call MPIX_Cart_ml_create_from_types(comm_old, nsplit_types, ndims, periods, split_types, dim_weights, info, dims, &
  !>                                     comm_cart [, ierror])
  public :: MPIX_Cart_ml_create_from_types
  interface MPIX_Cart_ml_create_from_types
    procedure cart_ml_create_from_types, cart_ml_create_from_types_f08
  end interface

  !> call MPIX_Cart_ml_create_from_comms(nlevels, level_comms, ndims, dim_weights, periods, info, dims, comm_cart &
  !>                                     [, ierror])
  public :: MPIX_Cart_ml_create_from_comms
  interface MPIX_Cart_ml_create_from_comms
    procedure cart_ml_create_from_comms, cart_ml_create_from_comms_f08
  end interface

  !> call MPIX_Cart_ml_create(comm_old, ndims, periods, nlevels, dims_ml, info, dims, comm_cart [, ierror])
  public :: MPIX_Cart_ml_create
  interface MPIX_Cart_ml_create
    procedure cart_ml_create, cart_ml_create_f08
  end interface

  !> call MPIX_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, &
  !>                             comm_dist_graph [, ierror])
  public :: MPIX_Dist_graph_create
  interface MPIX_Dist_graph_create
    procedure dist_graph_create, dist_graph_create_f08
  end interface

  !> call MPIX_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
  !>                                      destweights, info, reorder, comm_dist_graph [, ierror])
  public :: MPIX_Dist_graph_create_adjacent
  interface MPIX_Dist_graph_create_adjacent
    procedure dist_graph_create_adjacent, dist_graph_create_adjacent_f08
  end interface

  !> call MPIX_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph [, ierror])
  public :: MPIX_Graph_create
  interface MPIX_Graph_create
    procedure graph_create, graph_create_f08
  end interface

  !> call MPIX_Type_commit_info(datatype, info [, ierror])
  public :: MPIX_Type_commit_info
  interface MPIX_Type_commit_info
    procedure type_commit_info, type_commit_info_f08
  end interface

  !> type(cw_cart_report) :: report
  !> call cw_report(comm, report [, ierror])
  public :: cw_report, cw_cart_report
  interface cw_report
    procedure report_of, report_of_f08
  end interface

  !> call cw_translate_ranks(comm_old, n, old_ranks, comm_new, new_ranks [, ierror])
  public :: cw_translate_ranks
  interface cw_translate_ranks
    procedure translate_ranks, translate_ranks_f08
  end interface

  !> call cw_move_to_new_ranks(in, incount, out, outcount, datatype, comm_old, comm_new [, ierror])
  public :: cw_move_to_new_ranks
  interface cw_move_to_new_ranks
    procedure move_to_new_ranks, move_to_new_ranks_f08
  end interface

  !> call cw_move_to_old_ranks(in, incount, out, outcount, datatype, comm_old, comm_new [, ierror])
  public :: cw_move_to_old_ranks
  interface cw_move_to_old_ranks
    procedure move_to_old_ranks, move_to_old_ranks_f08
  end interface
end module
