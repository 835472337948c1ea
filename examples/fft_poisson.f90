! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Poisson's equation laplace(u) = f in a channel: periodic in x and y, no flux through z = 0 and z = pi.
!
! usage: mpirun -n 4 ./fft_poisson_f90 [POINTS]
!
! The first index is the fastest, as everywhere in Fortran, and the processes divide y and z.
program fft_poisson
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use cartwright_fft
  use cartwright_poisson
  implicit none
  type(cw_poisson) :: solver
  type(cw_fft_array) :: points
  real(real64), allocatable :: u(:, :, :)
  integer :: n, rank, i, j, k
  real(real64) :: first(3), h(3), error
  logical :: right
  character(len=16) :: argument

  call MPI_Init()
  n = 64
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) n

  ! Neumann on both sides along z. The box has the default lengths: 2 pi, 2 pi and pi.
  call cw_poisson_create(MPI_COMM_WORLD, [n, n, n], solver, boundaries='PP PP NN')
  call cw_poisson_array(solver, points)
  do i = 1, 3
    call cw_poisson_points(solver, i, first(i), h(i))
  end do
  ! Global indices.
  associate (a => points%first, b => points%last)
    allocate (u(a(1):b(1), a(2):b(2), a(3):b(3)))
  end associate

  do concurrent(k=lbound(u, 3):ubound(u, 3), j=lbound(u, 2):ubound(u, 2), i=lbound(u, 1):ubound(u, 1))
    u(i, j, k) = right_side(i, j, k)
  end do
  ! The mean is arbitrary: 0.
  call cw_poisson_solve_in_place(solver, u)

  error = 0
  do k = points%first(3), points%last(3)
    do j = points%first(2), points%last(2)
      do i = points%first(1), points%last(1)
        error = max(error, abs(u(i, j, k) - solution(i, j, k)))
      end do
    end do
  end do
  call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  right = error < 1e-12_real64

  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) print '(2a, i0, a, es7.1, 2a)', cw_poisson_explain(solver), 'channel, ', n, &
    ' points per axis: largest error ', error, ', ', trim(merge('correct', 'wrong  ', right))
  call cw_poisson_free(solver)
  call MPI_Finalize()
  if (.not. right) error stop 'wrong'

contains

  pure real(real64) function solution(i, j, k)
    integer, intent(in) :: i, j, k
    real(real64) :: x(3)
    x = first + h * [i - 1, j - 1, k - 1]
    solution = sin(x(1)) * cos(2 * x(2)) * exp(cos(x(3)))
  end function

  pure real(real64) function right_side(i, j, k)
    integer, intent(in) :: i, j, k
    real(real64) :: z
    z = first(3) + h(3) * (k - 1)
    right_side = (sin(z)**2 - cos(z) - 1 - 4) * solution(i, j, k)
  end function
end program
