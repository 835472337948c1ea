! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause
program consumer
  use mpi_f08
  use cartwright_fft
  use cartwright_halo, only: CW_OK  ! the same as that of cartwright_fft
  implicit none
  type(cw_fft_plan) :: plan
  double precision :: u(6, 4)
  complex(kind(u)) :: coefficients(4, 4)
  integer :: status
  call MPI_Init()
  call cw_fft_plan_create(MPI_COMM_SELF, [6, 4], plan, real=.true.)
  u = 0.5
  call cw_fft_forward(plan, u, coefficients)
  if (abs(coefficients(1, 1) - 12) > 1e-12) error stop 'Fortran: a wrong spectrum'
  call cw_fft_plan_free(plan, ierror=status)
  if (status /= CW_OK) error stop 'Fortran: the plan was not freed'
  call MPI_Finalize()
  print '(a)', 'Fortran: 0.5 on 6x4 points is one wave'
end program
