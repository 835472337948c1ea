! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause
program consumer
  use cartwright_layout
  implicit none
  type(cw_layout) :: number, column
  double precision :: u(3, 4), packed(4)
  integer :: i
  u = reshape([(dble(i), i=1, 12)], [3, 4])
  call cw_layout_basic('double', number)
  call cw_layout_subarray([3, 4], [1, 4], [2, 1], number, column)
  call cw_layout_pack(column, u, 1, packed)
  if (any(packed /= u(2, :))) error stop 'Fortran: wrong packed numbers'
  call cw_layout_free(column)
  call cw_layout_free(number)
  print '(a)', 'Fortran: 4 packed numbers'
end program
