! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Poisson's equation laplace(u) = f in a channel: periodic in x and y, no flux through z = 0 and z = pi. Waves along x
! and y, cosines along z: basis 'FFC'.
!
! usage: mpirun -n 4 ./fft_poisson_f90 [POINTS]
!
! The first index is the fastest, as everywhere in Fortran: real data has half of the coefficients along x, and the
! processes divide y and z. The points along z are the centers of cells, as REDFT10 requires.
program fft_poisson
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use cartwright_fft
  implicit none
  real(real64), parameter :: pi = acos(-1._real64)
  type(cw_fft_plan) :: plan
  type(cw_fft_array) :: points
  real(real64), allocatable :: u(:, :, :)
  integer :: n, rank, i, j, k
  real(real64) :: error
  logical :: right
  character(len=16) :: argument

  call MPI_Init()
  n = 64
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) n

  call cw_fft_plan_create(MPI_COMM_WORLD, [n, n, n], plan, basis='FFC', real=.true., scale=CW_FFT_SCALE_BACKWARD)
  call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
  ! Global indices.
  associate (a => points%first, b => points%last)
    allocate (u(a(1):b(1), a(2):b(2), a(3):b(3)))
  end associate

  do concurrent(k=lbound(u, 3):ubound(u, 3), j=lbound(u, 2):ubound(u, 2), i=lbound(u, 1):ubound(u, 1))
    u(i, j, k) = right_side(i, j, k)
  end do
  ! The mean is arbitrary: 0.
  call cw_fft_apply_in_place(plan, cw_fft_inverse_laplacian, u)

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
  if (rank == 0) print '(2a, i0, a, es7.1, 2a)', cw_fft_explain(plan), 'channel, ', n, &
    ' points per axis: largest error ', error, ', ', trim(merge('correct', 'wrong  ', right))
  call cw_fft_plan_free(plan)
  call MPI_Finalize()
  if (.not. right) error stop 'wrong'

contains

  pure real(real64) function solution(i, j, k)
    integer, intent(in) :: i, j, k
    solution = sin(2 * pi * (i - 1) / n) * cos(4 * pi * (j - 1) / n) * exp(cos(pi * (k - 0.5_real64) / n))
  end function

  pure real(real64) function right_side(i, j, k)
    integer, intent(in) :: i, j, k
    real(real64) :: z
    z = pi * (k - 0.5_real64) / n
    right_side = (sin(z)**2 - cos(z) - 1 - 4) * solution(i, j, k)
  end function
end program
