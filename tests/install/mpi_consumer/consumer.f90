! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause
program consumer
  use mpi_f08
  use cartwright
  implicit none
  integer :: dims(2) = 0
  type(MPI_Comm) :: cart
  call MPI_Init()
  call MPIX_Dims_weighted_create(12, 2, 1 / [1800d0, 580d0], [.false., .false.], MPI_INFO_NULL, dims)
  if (any(dims /= [6, 2])) error stop 'Fortran: wrong dims'
  dims = 0
  call MPIX_Cart_weighted_create(MPI_COMM_SELF, 2, MPIX_WEIGHTS_EQUAL, [.false., .false.], MPI_INFO_NULL, dims, cart)
  call MPI_Comm_free(cart)
  call MPI_Finalize()
  print '(a)', 'Fortran: 6x2'
end program
