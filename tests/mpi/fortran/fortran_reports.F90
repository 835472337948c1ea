! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Calls of Fortran programs at which MPIs were reported to fail (tests/reports), compiled for each binding: USE_MPI_F08,
! USE_MPI or USE_MPIF_H, and for MPICH, whose mpi_f08 supports no neighbors on grids. Process 0 prints how many numbers
! are wrong.
!     fortran_reports          prints that of all calls
!     fortran_reports right    ends with an error if any number is wrong
!     fortran_reports request  the same for one request that sends and receives, at which MPICH 4.0
!                             aborts unless Cartwright packs
program fortran_reports
#if defined(USE_MPI_F08)
  use mpi_f08
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define DATATYPE type(MPI_Datatype)
#elif defined(USE_MPI)
  use mpi
#endif
#if !defined(USE_MPI_F08)
#define COMM integer
#define REQUEST integer
#define DATATYPE integer
#endif
  implicit none
#if defined(USE_MPIF_H)
  include 'mpif.h'
#endif
  integer, parameter :: word = MPI_ADDRESS_KIND, uses = 20
  integer :: error, rank, processes
  character(len=8) :: wanted

  call get_command_argument(1, wanted)
  call MPI_Init(error)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
#if defined(USE_MPI_F08) && defined(MPICH)
  if (wanted == 'request') then
    call request_of_sections()
  else
    call sections()
  end if
#else
  call neighbors()
  call sections()
#endif
  call MPI_Finalize(error)

contains

  !> Process 0 prints the sum of the numbers of all processes.
  subroutine print_sum(what, mine)
    character(len=*), intent(in) :: what
    integer, intent(in) :: mine
    integer :: numbers(1), sums(1)
    numbers = mine
    call MPI_Reduce(numbers, sums, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, error)
    if (rank == 0) print '(2a, i0)', what, ': ', sums(1)
    if (wanted /= '' .and. sums(1) /= 0 .and. rank == 0) error stop 1
  end subroutine

#if !(defined(USE_MPI_F08) && defined(MPICH))
  !> Columns of another length go to each neighbor in a grid without periods, whose outer ones are MPI_PROC_NULL.
  subroutine neighbors()
    COMM :: grid
    DATATYPE :: types(6)
    REQUEST :: pending
    integer :: dims(3), ranks(6), counts(6), out(40, 6), in(40, 6), side, use, i, wrong, refused
    integer(word) :: at(6)
    logical :: periods(3)
    dims = 0
    periods = .false.
    call MPI_Dims_create(processes, 3, dims, error)
    call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, .false., grid, error)
    call MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN, error)
    do side = 1, 3
      call MPI_Cart_shift(grid, side - 1, 1, ranks(2 * side - 1), ranks(2 * side), error)
    end do
    counts = 1
    wrong = 0
    refused = 0
    do use = 1, uses
      do side = 1, 6
        call MPI_Type_vector(4 + (side - 1) / 2, 1, 3, MPI_INTEGER, types(side), error)
        call MPI_Type_commit(types(side), error)
        at(side) = 4 * 40 * (side - 1)
        out(:, side) = [(10000 * use + 1000 * rank + 100 * side + i, i=1, 40)]
      end do
      in = -1
      call MPI_Neighbor_alltoallw(out, counts, at, types, in, counts, at, types, grid, error)
      if (error == MPI_SUCCESS) wrong = wrong + wrong_in(in, ranks, use)
      if (error /= MPI_SUCCESS) refused = refused + 1
      if (error == MPI_SUCCESS) then
        in = -1
        call MPI_Ineighbor_alltoallw(out, counts, at, types, in, counts, at, types, grid, pending, error)
      end if
      do side = 1, 6
        call MPI_Type_free(types(side), i)
      end do
      if (error == MPI_SUCCESS) then
        call MPI_Wait(pending, MPI_STATUS_IGNORE, error)
        wrong = wrong + wrong_in(in, ranks, use)
      end if
    end do
    call print_sum('neighbors, wrong', wrong)
    call print_sum('neighbors, refused', refused)
    call MPI_Comm_free(grid, error)
  end subroutine

  !> The numbers that are not those of the opposite side of the neighbors, or were there before.
  integer function wrong_in(in, ranks, use)
    integer, intent(in) :: in(40, 6), ranks(6), use
    integer :: side, i, wanted, opposite
    wrong_in = 0
    do side = 1, 6
      opposite = side - 1 + 2 * mod(side, 2)
      do i = 1, 40
        wanted = -1
        if (ranks(side) /= MPI_PROC_NULL .and. mod(i, 3) == 1 .and. i <= 3 * (4 + (side - 1) / 2)) &
          wanted = 10000 * use + 1000 * ranks(side) + 100 * opposite + i
        if (in(i, side) /= wanted) wrong_in = wrong_in + 1
      end do
    end do
  end function

#endif

  !> Messages of this process to itself, from and into parts of arrays.
  subroutine sections()
    integer :: line(0:9), flat(30), matrix(20, 3), i, use, wrong
    matrix = reshape([(i, i=1, 60)], [20, 3])
    line = [(100 + i, i=0, 9)]
    wrong = 0
    do use = 1, uses
      flat = -1
      call MPI_Sendrecv(line(0:9:3), 4, MPI_INTEGER, rank, 1, flat, 4, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE, error)
      wrong = wrong + count(flat(:4) /= [100, 103, 106, 109]) + count(flat(5:) /= -1)
    end do
    call print_sum('every third number, wrong', wrong)
    wrong = 0
    do use = 1, uses
      flat = -1
      call MPI_Sendrecv(line, 4, MPI_INTEGER, rank, 1, flat(2:30:7), 4, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE, error)
      wrong = wrong + count(flat(2:23:7) /= line(0:3))
    end do
    call print_sum('into every seventh number, wrong', wrong)
#if !defined(USE_MPIF_H)
    wrong = 0
    do use = 1, uses
      flat = -1
      call MPI_Sendrecv(matrix(1:20:2, :), 30, MPI_INTEGER, rank, 1, flat, 30, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE, error)
      wrong = wrong + count(flat /= reshape(matrix(1:20:2, :), [30]))
    end do
    call print_sum('every second row, wrong', wrong)
#endif
#if defined(USE_MPI_F08)
    if (MPI_SUBARRAYS_SUPPORTED) call nonblocking_sections(matrix)
#endif
  end subroutine

#if defined(USE_MPI_F08)
  !> A row of a matrix goes into another row.
  subroutine nonblocking_sections(matrix)
    integer, intent(in), asynchronous :: matrix(20, 3)
    integer, asynchronous :: got(20, 3)
    REQUEST :: requests(2)
    integer :: use, wrong
    wrong = 0
    do use = 1, uses
      got = -1
      call MPI_Irecv(got(1, :), 3, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, requests(1), error)
      call MPI_Isend(matrix(19, :), 3, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, requests(2), error)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      wrong = wrong + count(got(1, :) /= matrix(19, :)) + count(got(2:, :) /= -1)
    end do
    call print_sum('rows, wrong', wrong)
  end subroutine
#endif

#if defined(USE_MPI_F08) && defined(MPICH)
  subroutine request_of_sections()
    integer, asynchronous :: matrix(20, 300), got(20, 300)
    REQUEST :: pending
    integer :: use, i, wrong
    matrix = reshape([(i, i=1, 6000)], [20, 300])
    wrong = 0
    do use = 1, uses
      got = -1
      call MPI_Isendrecv(matrix(19, :), 300, MPI_INTEGER, rank, 2, got(1, :), 300, MPI_INTEGER, rank, 2, &
        MPI_COMM_WORLD, pending, error)
      call MPI_Wait(pending, MPI_STATUS_IGNORE, error)
      wrong = wrong + count(got(1, :) /= matrix(19, :)) + count(got(2:, :) /= -1)
    end do
    call print_sum('rows by one request, wrong', wrong)
  end subroutine
#endif
end program
