! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Do Fortran's graph calls reach the interposer, with and without weights? Compiled for each way to call MPI:
! USE_MPI_F08, USE_MPI, or neither for mpif.h. Runs with 16 processes, dealt to four nodes in turn. Processes r and r +
! 1, which communicate if r is even, are on different nodes. The argument 'moved' means that they should move.
program fortran_graph
#if defined(USE_MPI_F08)
  use mpi_f08
#elif defined(USE_MPI)
  use mpi
#endif
  implicit none
#if defined(USE_MPI_F08)
#define COMM type(MPI_Comm)
#else
#if !defined(USE_MPI)
  include 'mpif.h'
#endif
#define COMM integer
#endif
  COMM :: graph
  integer :: error, world_rank, i, mapped, rank
  integer :: me(1), degree(1), partner(1), weight(1), index(16), edges(16), none(1)
  character(len=5) :: expected

  call MPI_Init(error)
  call get_command_argument(1, expected)
  call MPI_Comm_rank(MPI_COMM_WORLD, world_rank, error)
  me = world_rank
  degree = 1
  partner = ieor(world_rank, 1)
  weight = 7
  none = 0

  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, me, degree, partner, weight, MPI_INFO_NULL, .true., graph, error)
  call check('MPI_Dist_graph_create', .true., 7)
  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, me, degree, partner, MPI_UNWEIGHTED, MPI_INFO_NULL, .true., graph, error)
  call check('MPI_Dist_graph_create without weights', .true., -1)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, partner, weight, 1, partner, weight, MPI_INFO_NULL, .true., &
                                      graph, error)
  call check('MPI_Dist_graph_create_adjacent', .true., 7)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, partner, MPI_UNWEIGHTED, 1, partner, MPI_UNWEIGHTED, &
                                      MPI_INFO_NULL, .true., graph, error)
  call check('MPI_Dist_graph_create_adjacent without weights', .true., -1)

  ! Even ranks send, odd ranks receive: the weights of the other direction are empty.
  if (mod(world_rank, 2) == 0) then
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, none, MPI_WEIGHTS_EMPTY, 1, partner, weight, MPI_INFO_NULL, &
                                        .true., graph, error)
  else
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, partner, weight, 0, none, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, &
                                        .true., graph, error)
  end if
  call check('MPI_Dist_graph_create_adjacent with empty weights', .false., 7)

  index = [(i, i = 1, 16)]
  edges = [(ieor(i, 1), i = 0, 15)]
  call MPI_Graph_create(MPI_COMM_WORLD, 16, index, edges, .true., graph, error)
  call MPI_Comm_rank(graph, rank, error)
  call MPI_Graph_map(MPI_COMM_WORLD, 16, index, edges, mapped, error)
  if (mapped /= rank) error stop 'MPI_Graph_map and MPI_Graph_create differ'
  call MPI_Graph_neighbors(graph, rank, 1, partner, error)
  if (partner(1) /= ieor(rank, 1)) error stop 'MPI_Graph_create: the neighbors are different'
  call check_moved('MPI_Graph_create')

#if defined(USE_MPI_F08)
  ! The error argument is optional here.
  call MPI_Graph_create(MPI_COMM_WORLD, 16, index, edges, .true., graph)
#endif
  call MPI_Finalize(error)

contains

  subroutine check(what, both_ways, expected_weight)
    character(len=*), intent(in) :: what
    logical, intent(in) :: both_ways
    integer, intent(in) :: expected_weight
    integer :: in, out, in_rank(1), in_weight(1), out_rank(1), out_weight(1)
    logical :: weighted

    if (error /= MPI_SUCCESS) call stop_at(what // ' failed')
    call MPI_Comm_rank(graph, rank, error)
    call MPI_Dist_graph_neighbors_count(graph, in, out, weighted, error)
    if (weighted .neqv. expected_weight > 0) call stop_at(what // ': weights appeared or disappeared')
    if (both_ways .and. (in /= 1 .or. out /= 1)) call stop_at(what // ': the number of neighbors is different')
    if (.not. both_ways .and. (out /= 1 - mod(rank, 2) .or. in /= mod(rank, 2))) call stop_at(what // ': wrong direction')
    in_rank = ieor(rank, 1)
    out_rank = in_rank
    in_weight = expected_weight
    out_weight = expected_weight
    if (weighted) then
      call MPI_Dist_graph_neighbors(graph, in, in_rank, in_weight, out, out_rank, out_weight, error)
    else
      call MPI_Dist_graph_neighbors(graph, in, in_rank, MPI_UNWEIGHTED, out, out_rank, MPI_UNWEIGHTED, error)
    end if
    if (in_rank(1) /= ieor(rank, 1) .or. out_rank(1) /= ieor(rank, 1)) call stop_at(what // ': other neighbors')
    if (in_weight(1) /= expected_weight .or. out_weight(1) /= expected_weight) call stop_at(what // ': other weights')
    call check_moved(what)
  end subroutine

  ! Partners share a node if and only if processes moved: process r of the program is on node mod(r, 4).
  subroutine check_moved(what)
    character(len=*), intent(in) :: what
    integer :: other(1), apart, some_apart

    me = world_rank
    call MPI_Sendrecv(me, 1, MPI_INTEGER, ieor(rank, 1), 0, other, 1, MPI_INTEGER, ieor(rank, 1), 0, graph, &
                      MPI_STATUS_IGNORE, error)
    apart = merge(1, 0, mod(me(1), 4) /= mod(other(1), 4))
    call MPI_Allreduce(apart, some_apart, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
    if (some_apart /= merge(0, 1, expected == 'moved')) call stop_at(what // ': processes moved or stayed, but should not')
    call MPI_Comm_free(graph, error)
  end subroutine

  subroutine stop_at(text)
    character(len=*), intent(in) :: text
    print *, text
    error stop 1
  end subroutine

end program
