! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Graphs through the module cartwright, compiled for each binding: USE_MPI_F08 or USE_MPI. 16 processes on four nodes in turn.
program fortran_graphs
#if defined(USE_MPI_F08)
  use mpi_f08
#else
  use mpi
#endif
  use cartwright
  implicit none
#if defined(USE_MPI_F08)
#define COMM type(MPI_Comm)
#else
#define COMM integer
#endif
  integer :: error, world_rank
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, world_rank, error)
  call place_graphs()
  call MPI_Finalize(error)

contains

  subroutine expect(condition, message)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: message
    if (condition) return
    print '(a, i0, 2a)', 'rank ', world_rank, ': ', message
    error stop 1
  end subroutine

  ! A cycle through all nodes, which hold every fourth process as launched.
  subroutine place_graphs()
    COMM :: graph
    type(cw_cart_report) :: report
    integer :: next(1), previous(1), indegree, outdegree, index(16), edges(16), i
    logical :: weighted
    next = modulo(world_rank + 1, 16)
    previous = modulo(world_rank - 1, 16)
    call MPIX_Dist_graph_create(MPI_COMM_WORLD, 1, [world_rank], [1], next, MPI_UNWEIGHTED, MPI_INFO_NULL, .true., graph, &
      error)
    call expect(error == MPI_SUCCESS, 'a distributed graph')
    call MPI_Dist_graph_neighbors_count(graph, indegree, outdegree, weighted, error)
    call expect(indegree == 1 .and. outdegree == 1 .and. .not. weighted, 'its neighbors')
    call cw_comm_report(graph, report, error)
    call expect(report%j_sum < report%j_sum_before, 'a cycle that stays on its nodes')
    call MPI_Comm_free(graph, error)

    call MPIX_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, previous, [3], 1, next, [3], MPI_INFO_NULL, .true., graph, &
      error)
    call expect(error == MPI_SUCCESS, 'a distributed graph of neighbors')
    call MPI_Dist_graph_neighbors_count(graph, indegree, outdegree, weighted, error)
    call expect(indegree == 1 .and. outdegree == 1 .and. weighted, 'its weights')
    call cw_comm_report(graph, report, error)
    call expect(nint(report%j_sum) == 3 * 4, 'four heavy edges between nodes')
    call MPI_Comm_free(graph, error)

    index = [(i, i=1, 16)]
    edges = [(modulo(i, 16), i=1, 16)]
    call MPIX_Graph_create(MPI_COMM_WORLD, 16, index, edges, .true., graph, error)
    call expect(error == MPI_SUCCESS, 'a graph')
    call MPI_Graph_neighbors_count(graph, 0, outdegree, error)
    call expect(outdegree == 1, 'its edges')
    call MPI_Comm_free(graph, error)
  end subroutine
end program
