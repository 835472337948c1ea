! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Do Fortran's calls reach the interposer? Compiled for each way to call MPI: USE_MPI_F08, USE_MPI, or neither for
! mpif.h. Runs with 16 processes, dealt to four nodes in turn; the argument 'moved' means that they should move.
program fortran_cart
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
  COMM :: cart, unmoved
  integer, parameter :: dims(2) = [8, 2]
  logical, parameter :: periods(2) = [.true., .false.]
  integer :: error, world_rank, rank, mapped, moved, some_moved, got_dims(2), coords(2)
  logical :: got_periods(2)
  character(len=5) :: expected

  call MPI_Init(error)
  call get_command_argument(1, expected)
  call MPI_Comm_rank(MPI_COMM_WORLD, world_rank, error)

  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .true., cart, error)
  if (error /= MPI_SUCCESS) error stop 'MPI_Cart_create failed'
  call MPI_Comm_rank(cart, rank, error)
  moved = merge(1, 0, rank /= world_rank)
  call MPI_Allreduce(moved, some_moved, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
  if (some_moved /= merge(1, 0, expected == 'moved')) error stop 'processes moved or stayed, but should not'

  call MPI_Cart_get(cart, 2, got_dims, got_periods, coords, error)
  if (any(got_dims /= dims) .or. any(got_periods .neqv. periods)) error stop 'the grid is different'

  call MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, mapped, error)
  if (mapped /= rank) error stop 'MPI_Cart_map and MPI_Cart_create differ'

  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., unmoved, error)
  call MPI_Comm_rank(unmoved, rank, error)
  if (rank /= world_rank) error stop 'a process moved without reorder'

#if defined(USE_MPI_F08)
  ! The error argument is optional here.
  call MPI_Comm_free(cart)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .true., cart)
#endif
  call MPI_Finalize(error)
end program
