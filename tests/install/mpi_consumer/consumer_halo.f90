! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause
program consumer
  use mpi_f08
  use cartwright_halo
  implicit none
  type(MPI_Comm) :: cart
  type(cw_halo_fields) :: fields
  type(cw_halo) :: halo
  integer, asynchronous :: u(0:3, -5:-1)
  integer :: i, status
  logical :: done
  call MPI_Init()
  call MPI_Cart_create(MPI_COMM_WORLD, 2, [1, 1], [.true., .true.], .false., cart)
  u = -1
  do i = 1, 2
    u(i, -4:-2) = [10 * i, 10 * i + 1, 10 * i + 2]
  end do
  call cw_halo_add(fields, u, 1)
  call cw_halo_create(cart, fields, halo, offsets=reshape([1, 0, 0, -1], [2, 2]), shape=CW_HALO_OFFSETS)
  call cw_halo_clear(fields)
  call cw_halo_start(halo)
  call cw_halo_test(halo, done)
  call cw_halo_finish_side(halo, [1, 0])
  call cw_halo_finish(halo)
  if (any(u(3, -4:-2) /= [10, 11, 12]) .or. any(u(1:2, -5) /= [12, 22]) .or. any(u(0, :) /= -1)) &
    error stop 'Fortran: wrong ghost points'
  call cw_halo_finish(halo, ierror=status)
  if (status /= CW_INVALID_ARGUMENT .or. index(cw_halo_last_error(), 'no exchange') == 0) error stop 'Fortran: no error'
  call cw_halo_add(fields, u, low=[1], high=[1, 1, 1], ierror=status)
  if (status /= CW_INVALID_ARGUMENT .or. index(cw_halo_last_error(), 'high has 3 elements') == 0) &
    error stop 'Fortran: no error of wrong widths'
  call cw_halo_free(halo)
  call MPI_Comm_free(cart)
  call MPI_Finalize()
  print '(a)', 'Fortran: ghost points of 2x3 points'
end program
