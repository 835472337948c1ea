! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> Cartesian and graph communicators with neighbors on the same node, and datatypes with hints: cartwright/mpix.h for
!> Fortran.
!>
!> The same names serve programs that `use mpi_f08` and programs that `use mpi`. Handles are type(MPI_Comm),
!> type(MPI_Info) and type(MPI_Datatype) with mpi_f08, and integers with mpi. Integers are of default kind. Differences
!> from C:
!>  - the status is the last argument, integer intent(out) :: ierror, as for the procedures of MPI. It is optional with
!>    mpi_f08;
!>  - periods, reorder and report%reordered are logical;
!>  - dims_ml(ndims, nlevels) is indexed as in C: dims_ml(i, l) is the number of parts of dimension i at level l;
!>  - stencil(ndims, k) has an offset in each column;
!>  - buffers are arrays of any type and rank, or sections of them.
!>
!> mpix.h describes errors and keys of info objects in full; cw_last_error() returns the reason for an error. Common arguments:
!>   comm_old     in     an intracommunicator
!>   ndims        in     integer: number of dimensions, 0 to 16
!>   dims         inout  integer(ndims): sizes above 0 are kept, sizes of 0 are chosen; on return all dims
!>   dim_weights  in     real(c_double)(ndims): cost of all communication along each dimension, 0 or more, in any unit;
!>                       or MPIX_WEIGHTS_EQUAL
!>   periods      in     logical(ndims): is the dimension periodic?
!>   info         in     keys as in mpix.h, or MPI_INFO_NULL
!>   reorder      in     logical: .false. keeps the ranks of comm_old
!>   comm_cart    out    the new communicator, which the caller frees; MPI_COMM_NULL after an error
module cartwright
  use, intrinsic :: iso_c_binding, only: c_ptr
  use cartwright_c, only: MPIX_WEIGHTS_EQUAL
  use cartwright_handles
  use cartwright_f08
  use cartwright_graphs
  use cartwright_status, only: in_counts_of_fortran
  implicit none
  private

  !> In place of dim_weights: the same weight for every dimension.
  public :: MPIX_WEIGHTS_EQUAL

  !> Split types for MPIX_Cart_ml_create_from_types, in addition to those of MPI_Comm_split_type.
  integer, parameter, public :: MPIX_COMM_TYPE_SOCKET = -10001, MPIX_COMM_TYPE_NUMA = -10002, &
    MPIX_COMM_TYPE_HALFNODE = -10003, MPIX_COMM_TYPE_HW_TOPOLOGY = -10004

  !> Makes a Cartesian communicator and places its processes by a stencil. Collective over oldcomm.
  !>
  !> call MPIX_Cart_stencil_comm(oldcomm, ndims, dims, periods, reorder, stencil, k, cartcomm [, ierror])
  !>   oldcomm   in   an intracommunicator
  !>   ndims     in   integer: number of dimensions
  !>   dims      in   integer(ndims): sizes of 1 or more. With fewer cells than processes, the processes with the
  !>                  highest ranks get MPI_COMM_NULL
  !>   periods, reorder   as above
  !>   stencil   in   integer(ndims, k): every process sends to the process at each of these offsets
  !>   k         in   integer: number of offsets
  !>   cartcomm  out  the new communicator
  public :: MPIX_Cart_stencil_comm
  interface MPIX_Cart_stencil_comm
    procedure cart_stencil_comm, cart_stencil_comm_f08
  end interface

  !> Chooses the dims with the least data to exchange. Local.
  !>
  !> call MPIX_Dims_weighted_create(nnodes, ndims, dim_weights, periods, info, dims [, ierror])
  !>   nnodes  in  integer: number of processes, the product of the dims
  !>   ndims, dim_weights, periods, info, dims   as above
  public :: MPIX_Dims_weighted_create
  interface MPIX_Dims_weighted_create
    procedure dims_weighted_create, dims_weighted_create_f08
  end interface

  !> Chooses how to divide the grid at every level of the hardware. Local.
  !>
  !> call MPIX_Dims_ml_create(nnodes, ndims, dim_weights, nlevels, sizes, periods, info, dims_ml [, ierror])
  !>   nnodes   in     integer: number of processes, the product of the sizes
  !>   nlevels  in     integer: number of levels, 1 or more
  !>   sizes    in     integer(nlevels), outermost first: nodes, sockets in a node, cores in a socket
  !>   dims_ml  inout  integer(ndims, nlevels): on return the parts of each dimension at each level
  !>   ndims, dim_weights, periods, info   as above
  public :: MPIX_Dims_ml_create
  interface MPIX_Dims_ml_create
    procedure dims_ml_create, dims_ml_create_f08
  end interface

  !> Chooses dims and places the processes, with levels that are detected. Collective over comm_old.
  !>
  !> call MPIX_Cart_weighted_create(comm_old, ndims, dim_weights, periods, info, dims, comm_cart [, ierror])
  !>   all arguments as above
  public :: MPIX_Cart_weighted_create
  interface MPIX_Cart_weighted_create
    procedure cart_weighted_create, cart_weighted_create_f08
  end interface

  !> As MPIX_Cart_weighted_create, with levels by split types. Collective over comm_old.
  !>
  !> call MPIX_Cart_ml_create_from_types(comm_old, nsplit_types, ndims, periods, split_types, dim_weights, info, dims, &
  !>                                     comm_cart [, ierror])
  !>   nsplit_types  in     integer: number of split types, 0 or more
  !>   split_types   in     integer(nsplit_types), outermost first: for MPI_Comm_split_type, or MPIX_COMM_TYPE_*
  !>   dims          inout  integer(ndims): only written
  !>   comm_old, ndims, periods, dim_weights, info, comm_cart   as above
  public :: MPIX_Cart_ml_create_from_types
  interface MPIX_Cart_ml_create_from_types
    procedure cart_ml_create_from_types, cart_ml_create_from_types_f08
  end interface

  !> As MPIX_Cart_weighted_create, with levels by communicators. Collective over level_comms(1).
  !>
  !> call MPIX_Cart_ml_create_from_comms(nlevels, level_comms, ndims, dim_weights, periods, info, dims, comm_cart &
  !>                                     [, ierror])
  !>   nlevels      in     integer: number of communicators, 1 or more
  !>   level_comms  in     (nlevels): the old communicator, then for each level the part to which this process belongs
  !>   dims         inout  integer(ndims): only written
  !>   ndims, dim_weights, periods, info, comm_cart   as above
  public :: MPIX_Cart_ml_create_from_comms
  interface MPIX_Cart_ml_create_from_comms
    procedure cart_ml_create_from_comms, cart_ml_create_from_comms_f08
  end interface

  !> Places the processes by given parts of the grid. Collective over comm_old.
  !>
  !> call MPIX_Cart_ml_create(comm_old, ndims, periods, nlevels, dims_ml, info, dims, comm_cart [, ierror])
  !>   nlevels  in     integer: number of levels, 1 or more
  !>   dims_ml  in     integer(ndims, nlevels), as from MPIX_Dims_ml_create
  !>   dims     inout  integer(ndims): only written
  !>   comm_old, ndims, periods, info, comm_cart   as above
  public :: MPIX_Cart_ml_create
  interface MPIX_Cart_ml_create
    procedure cart_ml_create, cart_ml_create_f08
  end interface

  !> MPI_Dist_graph_create with reordering. Collective over comm_old.
  !>
  !> call MPIX_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, &
  !>                             comm_dist_graph [, ierror])
  !>   n                in   integer: number of sources that this process gives
  !>   sources          in   integer(n): ranks of comm_old
  !>   degrees          in   integer(n): number of edges from each source
  !>   destinations     in   integer(sum(degrees)): ranks of comm_old, by source
  !>   weights          in   integer(sum(degrees)): weight of each edge; or MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
  !>   comm_dist_graph  out  the new communicator
  !>   comm_old, info, reorder   as above
  public :: MPIX_Dist_graph_create
  interface MPIX_Dist_graph_create
    procedure dist_graph_create, dist_graph_create_f08
  end interface

  !> MPI_Dist_graph_create_adjacent with reordering. Collective over comm_old.
  !>
  !> call MPIX_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
  !>                                      destweights, info, reorder, comm_dist_graph [, ierror])
  !>   indegree         in   integer: number of edges to this vertex
  !>   sources          in   integer(indegree): ranks of comm_old
  !>   sourceweights    in   integer(indegree): weights; or MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
  !>   outdegree        in   integer: number of edges from this vertex
  !>   destinations     in   integer(outdegree): ranks of comm_old
  !>   destweights      in   integer(outdegree): weights; or MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
  !>   comm_dist_graph  out  the new communicator
  !>   comm_old, info, reorder   as above
  public :: MPIX_Dist_graph_create_adjacent
  interface MPIX_Dist_graph_create_adjacent
    procedure dist_graph_create_adjacent, dist_graph_create_adjacent_f08
  end interface

  !> MPI_Graph_create with reordering. Collective over comm_old.
  !>
  !> call MPIX_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph [, ierror])
  !>   nnodes      in   integer: number of vertices
  !>   index       in   integer(nnodes): number of edges of the vertices up to each one
  !>   edges       in   integer(index(nnodes)): neighbors, by vertex
  !>   comm_graph  out  the new communicator
  !>   comm_old, reorder   as above
  public :: MPIX_Graph_create
  interface MPIX_Graph_create
    procedure graph_create, graph_create_f08
  end interface

  !> MPI_Type_commit with hints about the use of a datatype. Local.
  !>
  !> call MPIX_Type_commit_info(datatype, info [, ierror])
  !>   datatype  inout  the datatype
  !>   info      in     the keys cartwright_expected_uses and cartwright_count; or MPI_INFO_NULL
  public :: MPIX_Type_commit_info
  interface MPIX_Type_commit_info
    procedure type_commit_info, type_commit_info_f08
  end interface

  !> The placement of a communicator that Cartwright made. Local.
  !>
  !> call cw_comm_report(comm, report [, ierror])
  !>   comm    in     the communicator, or a duplicate of it
  !>   report  inout  type(cw_cart_report)
  public :: cw_comm_report, cw_cart_report
  interface cw_comm_report
    procedure report_of, report_of_f08
  end interface

  !> Translates ranks. Local.
  !>
  !> call cw_translate_ranks(comm_old, n, old_ranks, comm_new, new_ranks [, ierror])
  !>   comm_old   in     the old communicator
  !>   n          in     integer: number of ranks
  !>   old_ranks  in     integer(n): ranks in comm_old, or MPI_PROC_NULL
  !>   comm_new   in     the new communicator
  !>   new_ranks  inout  integer(n): ranks in comm_new of the same processes, or MPI_UNDEFINED
  public :: cw_translate_ranks
  interface cw_translate_ranks
    procedure translate_ranks, translate_ranks_f08
  end interface

  !> Moves data from the process with rank r in comm_old to the process with rank r in comm_new. Collective over
  !> comm_old.
  !>
  !> call cw_move_to_new_ranks(in, incount, out, outcount, datatype, comm_old, comm_new [, ierror])
  !>   in        in     incount elements; or MPI_IN_PLACE on every process: `out` holds outcount elements
  !>   incount   in     integer: number of elements to send
  !>   out       inout  room for outcount elements, not overlapping `in`
  !>   outcount  in     integer: number of elements to receive at most
  !>   datatype  in     a committed datatype
  !>   comm_old  in     the old communicator
  !>   comm_new  in     the new communicator, or MPI_COMM_NULL
  public :: cw_move_to_new_ranks
  interface cw_move_to_new_ranks
    procedure move_to_new_ranks, move_to_new_ranks_f08
  end interface

  !> The inverse of cw_move_to_new_ranks, with the same arguments. Collective over comm_old.
  !>
  !> call cw_move_to_old_ranks(in, incount, out, outcount, datatype, comm_old, comm_new [, ierror])
  public :: cw_move_to_old_ranks
  interface cw_move_to_old_ranks
    procedure move_to_old_ranks, move_to_old_ranks_f08
  end interface

  public :: cw_last_error

  interface
    type(c_ptr) function c_last_error() bind(C, name='cw_last_error')
      import
    end function
  end interface

contains

  !> The reason for the error of the last procedure that failed on this thread; "" before any failure. Entries of arrays
  !> count from 1. Local.
  function cw_last_error() result(text)
    character(len=:), allocatable :: text
    text = in_counts_of_fortran(c_last_error(), 0)
  end function
end module
