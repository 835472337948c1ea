! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Graphs, for mpi and for mpi_f08. Weights have any rank, because MPI_UNWEIGHTED is a scalar in the mpi module of some
! MPIs and an array in others.
module cartwright_graphs
  use, intrinsic :: iso_c_binding, only: c_int
  use mpi_f08, only: MPI_Comm, MPI_Info
  use cartwright_handles, only: c_flag
  implicit none
  private :: c_int, MPI_Comm, MPI_Info, c_flag

  ! Functions of glue_graphs.c
  interface
    integer(c_int) function cwf_dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, &
      reorder, comm_dist_graph, unweighted, empty) bind(C)
      import
      integer(c_int), value :: comm_old, n, info, reorder
      integer(c_int), intent(in) :: sources(*), degrees(*), destinations(*)
      integer(c_int), contiguous, intent(in) :: weights(..), unweighted(..), empty(..)
      integer(c_int), intent(out) :: comm_dist_graph
    end function

    integer(c_int) function cwf_dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, &
      destinations, destweights, info, reorder, comm_dist_graph, unweighted, empty) bind(C)
      import
      integer(c_int), value :: comm_old, indegree, outdegree, info, reorder
      integer(c_int), intent(in) :: sources(*), destinations(*)
      integer(c_int), contiguous, intent(in) :: sourceweights(..), destweights(..), unweighted(..), empty(..)
      integer(c_int), intent(out) :: comm_dist_graph
    end function

    integer(c_int) function cwf_graph_create(comm_old, nnodes, index, edges, reorder, comm_graph) bind(C)
      import
      integer(c_int), value :: comm_old, nnodes, reorder
      integer(c_int), intent(in) :: index(*), edges(*)
      integer(c_int), intent(out) :: comm_graph
    end function
  end interface

contains

  subroutine dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph, &
    ierror)
    use mpi, only: MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
    integer, intent(in) :: comm_old, n, sources(*), degrees(*), destinations(*), info
    integer(c_int), contiguous, intent(in) :: weights(..)
    logical, intent(in) :: reorder
    integer, intent(out) :: comm_dist_graph, ierror
    ierror = cwf_dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, c_flag(reorder), &
      comm_dist_graph, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY)
  end subroutine

  subroutine dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
    destweights, info, reorder, comm_dist_graph, ierror)
    use mpi, only: MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
    integer, intent(in) :: comm_old, indegree, sources(*), outdegree, destinations(*), info
    integer(c_int), contiguous, intent(in) :: sourceweights(..), destweights(..)
    logical, intent(in) :: reorder
    integer, intent(out) :: comm_dist_graph, ierror
    ierror = cwf_dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
      destweights, info, c_flag(reorder), comm_dist_graph, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY)
  end subroutine

  subroutine graph_create(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
    integer, intent(in) :: comm_old, nnodes, index(*), edges(*)
    logical, intent(in) :: reorder
    integer, intent(out) :: comm_graph, ierror
    ierror = cwf_graph_create(comm_old, nnodes, index, edges, c_flag(reorder), comm_graph)
  end subroutine

  subroutine dist_graph_create_f08(comm_old, n, sources, degrees, destinations, weights, info, reorder, &
    comm_dist_graph, ierror)
    use mpi_f08, only: MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
    type(MPI_Comm), intent(in) :: comm_old
    integer, intent(in) :: n, sources(*), degrees(*), destinations(*)
    integer(c_int), contiguous, intent(in) :: weights(..)
    type(MPI_Info), intent(in) :: info
    logical, intent(in) :: reorder
    type(MPI_Comm), intent(out) :: comm_dist_graph
    integer, optional, intent(out) :: ierror
    integer :: error
    error = cwf_dist_graph_create(comm_old%MPI_VAL, n, sources, degrees, destinations, weights, info%MPI_VAL, &
      c_flag(reorder), comm_dist_graph%MPI_VAL, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine dist_graph_create_adjacent_f08(comm_old, indegree, sources, sourceweights, outdegree, destinations, &
    destweights, info, reorder, comm_dist_graph, ierror)
    use mpi_f08, only: MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
    type(MPI_Comm), intent(in) :: comm_old
    integer, intent(in) :: indegree, sources(*), outdegree, destinations(*)
    integer(c_int), contiguous, intent(in) :: sourceweights(..), destweights(..)
    type(MPI_Info), intent(in) :: info
    logical, intent(in) :: reorder
    type(MPI_Comm), intent(out) :: comm_dist_graph
    integer, optional, intent(out) :: ierror
    integer :: error
    error = cwf_dist_graph_create_adjacent(comm_old%MPI_VAL, indegree, sources, sourceweights, outdegree, &
      destinations, destweights, info%MPI_VAL, c_flag(reorder), comm_dist_graph%MPI_VAL, MPI_UNWEIGHTED, &
      MPI_WEIGHTS_EMPTY)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine graph_create_f08(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
    type(MPI_Comm), intent(in) :: comm_old
    integer, intent(in) :: nnodes, index(*), edges(*)
    logical, intent(in) :: reorder
    type(MPI_Comm), intent(out) :: comm_graph
    integer, optional, intent(out) :: ierror
    integer :: error
    call graph_create(comm_old%MPI_VAL, nnodes, index, edges, reorder, comm_graph%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
end module
