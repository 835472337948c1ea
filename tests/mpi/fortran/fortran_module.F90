! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The module cartwright, compiled for each binding: USE_MPI_F08 or USE_MPI. 16 processes on four nodes in turn.
program fortran_module
  use, intrinsic :: iso_fortran_env, only: real64
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
  logical, parameter :: lines(3) = .false., periodic(3) = .true.
  integer :: error, world_rank, info_class
  COMM :: quiet

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, world_rank, error)
  call MPI_Comm_dup(MPI_COMM_WORLD, quiet, error)
  call MPI_Comm_set_errhandler(quiet, MPI_ERRORS_RETURN, error)
  call choose_dims()
  call place_by_weights()
  call place_by_levels()
  call place_by_stencil()
  call move_data()
  call refuse()
#if defined(USE_MPI_F08)
  call place_alone()
#endif
  call MPI_Comm_free(quiet, error)
  call MPI_Finalize(error)

contains

  subroutine expect(condition, message)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: message
    if (condition) return
    print '(a, i0, 2a)', 'rank ', world_rank, ': ', message
    error stop 1
  end subroutine

  ! [Niethammer2019, slides 2 and 15].
  subroutine choose_dims()
    real(real64), parameter :: weights(3) = 1 / [1000._real64, 1100._real64, 950._real64]
    integer :: dims(2), dims_ml(3, 3)
    dims = 0
    call MPIX_Dims_weighted_create(12, 2, 1 / [1800._real64, 580._real64], lines, MPI_INFO_NULL, dims, error)
    call expect(error == MPI_SUCCESS .and. all(dims == [6, 2]), 'dims by weights')
    dims = [0, 4]
    call MPIX_Dims_weighted_create(12, 2, MPIX_WEIGHTS_EQUAL, lines, MPI_INFO_NULL, dims, error)
    call expect(all(dims == [3, 4]), 'a fixed dim')
    dims = 0
    call MPIX_Dims_weighted_create(4, 2, [2._real64, 1._real64], periodic, MPI_INFO_NULL, dims, error)
    call expect(all(dims == [1, 4]), 'dims with periods')

    call MPIX_Dims_ml_create(15000, 3, weights, 3, [625, 2, 12], lines, MPI_INFO_NULL, dims_ml, error)
    call expect(all(dims_ml(:, 1) == [5, 25, 5]), 'nodes')
    call expect(all(dims_ml(:, 2) == [2, 1, 1]), 'sockets')
    call expect(all(dims_ml(:, 3) == [3, 1, 4]), 'cores')
  end subroutine

  subroutine place_by_weights()
    COMM :: cart
    type(cw_cart_report) :: report
    integer :: dims(2), got(2), coords(2)
    logical :: periods(2)
    dims = 0
    call MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, [1._real64, 0.25_real64], [.true., .false.], MPI_INFO_NULL, dims, &
      cart, error)
    call expect(error == MPI_SUCCESS .and. all(dims == [2, 8]), 'a communicator by weights')
    call MPI_Cart_get(cart, 2, got, periods, coords, error)
    call expect(all(got == dims) .and. periods(1) .and. .not. periods(2), 'its topology')
    call cw_comm_report(cart, report, error)
    call expect(error == MPI_SUCCESS .and. report%nodes == 4 .and. report%reordered, 'its report')
    call expect(report%j_sum < report%j_sum_before .and. report%j_sum >= report%lower_bound, 'edges saved')
    call expect(report%data_share < report%data_share_before .and. report%seconds > 0, 'data saved')
    call expect(report%tier == 'balanced' .and. len_trim(report%mapping) > 0, 'how it was placed')
    call MPI_Comm_free(cart, error)
  end subroutine

  subroutine place_by_levels()
    COMM :: cart, node, levels(4)
    integer :: dims(2), dims_ml(2, 2), coords(2), rank
    call MPIX_Cart_ml_create_from_types(MPI_COMM_WORLD, 1, 2, lines, [MPI_COMM_TYPE_SHARED], MPIX_WEIGHTS_EQUAL, &
      MPI_INFO_NULL, dims, cart, error)
    call expect(error == MPI_SUCCESS .and. all(dims == [4, 4]), 'levels by types')
    call MPI_Comm_free(cart, error)

    call MPI_Comm_split(MPI_COMM_WORLD, mod(world_rank, 4), 0, node, error)
    levels(1) = MPI_COMM_WORLD
    levels(3) = node
    call MPIX_Cart_ml_create_from_comms(2, levels(1:3:2), 2, MPIX_WEIGHTS_EQUAL, lines, MPI_INFO_NULL, dims, cart, error)
    call expect(error == MPI_SUCCESS .and. all(dims == [4, 4]), 'levels by communicators')
    call expect_squares(cart, mod(world_rank, 4))
    call MPI_Comm_free(cart, error)
    call MPI_Comm_free(node, error)

    ! Nodes lie above each other: each is a row of the grid.
    dims_ml(:, 1) = [4, 1]
    dims_ml(:, 2) = [1, 4]
    call MPIX_Cart_ml_create(MPI_COMM_WORLD, 2, periodic, 2, dims_ml, MPI_INFO_NULL, dims, cart, error)
    call expect(error == MPI_SUCCESS .and. all(dims == [4, 4]), 'given cuts')
    call MPI_Comm_rank(cart, rank, error)
    call MPI_Cart_coords(cart, rank, 2, coords, error)
    call expect(coords(1) == mod(world_rank, 4), 'a row per node')
    call MPI_Comm_free(cart, error)
  end subroutine

  ! The processes of a domain form a square of 2 x 2.
  subroutine expect_squares(cart, domain)
    COMM, intent(in) :: cart
    integer, intent(in) :: domain
    integer :: all_domains(0:15), rank, coords(2), first
    call MPI_Allgather(domain, 1, MPI_INTEGER, all_domains, 1, MPI_INTEGER, cart, error)
    call MPI_Comm_rank(cart, rank, error)
    call MPI_Cart_coords(cart, rank, 2, coords, error)
    coords = coords / 2 * 2
    call MPI_Cart_rank(cart, coords, first, error)
    call expect(all(all_domains([first, first + 1, first + 4, first + 5]) == domain), 'a domain is not a square')
  end subroutine

  subroutine place_by_stencil()
    COMM :: cart
    type(cw_cart_report) :: report
    integer :: stencil(2, 4), old_ranks(2), new_ranks(2), rank
    stencil = reshape([1, 0, -1, 0, 0, 1, 0, -1], [2, 4])
    call MPIX_Cart_stencil_comm(MPI_COMM_WORLD, 2, [4, 4], lines, .false., stencil, 4, cart, error)
    call MPI_Comm_rank(cart, rank, error)
    call expect(rank == world_rank, 'moved without reorder')
    call MPI_Comm_free(cart, error)
    call MPIX_Cart_stencil_comm(MPI_COMM_WORLD, 2, [5, 3], lines, .true., stencil, 4, cart, error)
    call expect(error == MPI_SUCCESS .and. ((cart == MPI_COMM_NULL) .eqv. (world_rank == 15)), 'surplus processes')
    if (cart == MPI_COMM_NULL) return
    call cw_comm_report(cart, report, error)
    call expect(report%j_sum <= report%j_sum_before, 'never worse')
    call MPI_Comm_rank(cart, rank, error)
    old_ranks = [world_rank, 15]
    call cw_translate_ranks(MPI_COMM_WORLD, 2, old_ranks, cart, new_ranks, error)
    call expect(error == MPI_SUCCESS .and. all(new_ranks == [rank, MPI_UNDEFINED]), 'translated ranks')
    call MPI_Comm_free(cart, error)
  end subroutine

  subroutine move_data()
    COMM :: cart
    integer :: dims(2), rank, i
    real(real64) :: field(3, 2), all_values(4, 3), pair(2)
    character(len=3) :: name, moved
    dims = 0
    call MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, lines, MPI_INFO_NULL, dims, cart, error)
    call MPI_Comm_rank(cart, rank, error)

    all_values = reshape([(world_rank * 100 + i, i=1, 12)], [4, 3])
    field = 0
    call cw_move_to_new_ranks(all_values(2:4, 1:3:2), 6, field, 6, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, cart, error)
    call expect(error == MPI_SUCCESS, 'a section moves')
    call expect(all(nint(field) == rank * 100 + reshape([2, 3, 4, 10, 11, 12], [3, 2])), 'a section arrives')
    all_values = -1
    call cw_move_to_old_ranks(field, 6, all_values(2:4, 1:3:2), 6, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, cart, error)
    call expect(all(nint(all_values(2:4, 1)) == world_rank * 100 + [2, 3, 4]) .and. all(nint(all_values(1, :)) == -1) &
      .and. all(nint(all_values(:, 2)) == -1), 'a section comes back, and nothing else')

    pair = world_rank
    call cw_move_to_new_ranks(MPI_IN_PLACE, 0, pair, 2, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, cart, error)
    call expect(all(nint(pair) == rank), 'in place')
    write (name, '(i3)') world_rank
    call cw_move_to_new_ranks(name, 3, moved, 3, MPI_CHARACTER, MPI_COMM_WORLD, cart, error)
    read (moved, *) i
    call expect(i == rank, 'text')
    call MPI_Comm_free(cart, error)
  end subroutine

  subroutine refuse()
    COMM :: cart
    type(cw_cart_report) :: report
    integer :: dims(2), dims_ml(2, 1)
    dims = [5, 0]
    call MPIX_Cart_weighted_create(quiet, 2, MPIX_WEIGHTS_EQUAL, lines, MPI_INFO_NULL, dims, cart, error)
    call expect_class(MPI_ERR_DIMS, 'dims that do not divide')
    call expect(cart == MPI_COMM_NULL, 'a communicator after an error')
    dims = 0
    call MPIX_Cart_weighted_create(quiet, 2, [-1._real64, 1._real64], lines, MPI_INFO_NULL, dims, cart, error)
    call expect_class(MPI_ERR_ARG, 'a negative weight')
    call expect(cw_last_error() == 'dim_weights(1) is -1: give a finite number, 0 or more', &
      'another reason: '//cw_last_error())
    call MPIX_Cart_weighted_create(quiet, -1, MPIX_WEIGHTS_EQUAL, lines, MPI_INFO_NULL, dims, cart, error)
    call expect_class(MPI_ERR_DIMS, 'negative ndims')
    dims_ml = 3
    call MPIX_Cart_ml_create(quiet, 2, lines, 1, dims_ml, MPI_INFO_NULL, dims, cart, error)
    call expect_class(MPI_ERR_DIMS, 'cuts for 9 processes')
    call cw_comm_report(quiet, report, error)
    call expect_class(MPI_ERR_TOPOLOGY, 'a report of another communicator')
  end subroutine

  subroutine expect_class(expected, message)
    integer, intent(in) :: expected
    character(len=*), intent(in) :: message
    integer :: ignored
    call MPI_Error_class(error, info_class, ignored)
    call expect(info_class == expected, 'no error, or another: '//message)
  end subroutine

#if defined(USE_MPI_F08)
  ! The error argument is optional here.
  subroutine place_alone()
    COMM :: cart
    integer :: dims(2)
    dims = 0
    call MPIX_Cart_weighted_create(MPI_COMM_SELF, 2, MPIX_WEIGHTS_EQUAL, lines, MPI_INFO_NULL, dims, cart)
    call expect(all(dims == 1), 'one process')
    call MPI_Comm_free(cart)
  end subroutine
#endif
end program
