! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The module cartwright_layout: each constructor against the notation, with both kinds of integers; what is packed, unpacked
! and moved against array expressions; and what is refused, in the counts of Fortran.
program fortran_layout
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use cartwright_layout
  implicit none

  integer, parameter :: n = 6
  integer :: wrong, status, i
  integer(int64) :: bytes, lb, extent
  real(real64) :: u(n, n, n), v(n, n, n), packed(4 * n * n), line(2 * n), all_of_it(n**3)
  type(cw_layout) :: number, other, face, made, parsed

  wrong = 0
  u = reshape([(real(i, real64), i=1, n**3)], [n, n, n])
  call cw_layout_basic('double', number)

  call cw_layout_contiguous(3, number, made)
  call expect('ctg(3)[double]')
  call cw_layout_contiguous(3_int64, number, made)
  call expect('ctg(3)[double]')
  call cw_layout_vector(4, 1, 2, number, made)
  call expect('vec(4 1 2)[double]')
  call cw_layout_vector(4_int64, 1_int64, 2_int64, number, made)
  call expect('vec(4 1 2)[double]')
  call cw_layout_hvector(4, 1, 16, number, made)
  call expect('hvec(4 1 16)[double]')
  call cw_layout_hvector(4_int64, 1_int64, 16_int64, number, made)
  call expect('hvec(4 1 16)[double]')
  call cw_layout_indexed([1, 2], [0, 5], number, made)
  call expect('idx(1 2; 0 5)[double]')
  call cw_layout_indexed([1_int64, 2_int64], [0_int64, 5_int64], number, made)
  call expect('idx(1 2; 0 5)[double]')
  call cw_layout_hindexed([1, 2], [0, 40], number, made)
  call expect('hidx(1 2; 0 40)[double]')
  call cw_layout_hindexed([1_int64, 2_int64], [0_int64, 40_int64], number, made)
  call expect('hidx(1 2; 0 40)[double]')
  call cw_layout_indexed_block(2, [0, 5], number, made)
  call expect('idxblk(2; 0 5)[double]')
  call cw_layout_indexed_block(2_int64, [0_int64, 5_int64], number, made)
  call expect('idxblk(2; 0 5)[double]')
  call cw_layout_hindexed_block(2, [0, 40], number, made)
  call expect('hidxblk(2; 0 40)[double]')
  call cw_layout_hindexed_block(2_int64, [0_int64, 40_int64], number, made)
  call expect('hidxblk(2; 0 40)[double]')
  call cw_layout_resized(0, 24, number, made)
  call expect('resized(0 24)[double]')
  call cw_layout_resized(0_int64, 24_int64, number, made)
  call expect('resized(0 24)[double]')
  call cw_layout_basic('int32_t', other)
  call cw_layout_struct([1, 2], [0, 8], [number, other], made)
  call expect('struct(1 2; 0 8)[double, int32_t]')
  call cw_layout_struct([1_int64, 2_int64], [0_int64, 8_int64], [number, other], made)
  call expect('struct(1 2; 0 8)[double, int32_t]')
  call cw_layout_subarray([6, 5], [2, 3], [3, 1], number, made)
  call expect('sub(6 5; 2 3; 2 0; fortran)[double]')
  call cw_layout_subarray([6_int64, 5_int64], [2_int64, 3_int64], [3_int64, 1_int64], number, made, order=CW_ORDER_C)
  call expect('sub(6 5; 2 3; 2 0; c)[double]')
  call cw_layout_darray(1, [6, 5], [CW_DISTRIBUTE_BLOCK, CW_DISTRIBUTE_NONE], [0, 0], [2, 1], number, made)
  call expect('darray(1; 6 5; block none; 0 0; 2 1; fortran)[double]')
  call cw_layout_darray(1, [6_int64, 5_int64], [CW_DISTRIBUTE_CYCLIC, CW_DISTRIBUTE_BLOCK], [1_int64, 0_int64], [2, 1], &
    number, made, order=CW_ORDER_C)
  call expect('darray(1; 6 5; cyclic block; 1 0; 2 1; c)[double]')

  ! The second plane of u, then parts of it, then into another array.
  call cw_layout_subarray([n, n, n], [n, 1, n], [1, 2, 1], number, face)
  call cw_layout_size(face, bytes)
  call cw_layout_extent(face, lb, extent)
  call check(bytes == 8 * n * n .and. lb == 0 .and. extent == 8 * n**3)
  call cw_layout_true_extent(face, lb, extent)
  call check(lb == 8 * n .and. extent == 8 * (n**3 - n * n + n))
  call check(cw_layout_describe(face) == '6 x 288 B [48 B]')
  call cw_layout_with_options(face, made, expected_uses=100, count=1)
  packed = 0
  call cw_layout_pack(made, u, 1, packed)
  call check(all(packed(:n * n) == reshape(u(:, 2, :), [n * n])))
  packed = 0
  call cw_layout_pack(face, u, 1_int64, packed)
  call check(all(packed(:n * n) == reshape(u(:, 2, :), [n * n])))
  v = 0
  call cw_layout_unpack(face, packed, 1, v)
  call check(all(v(:, 2, :) == u(:, 2, :)) .and. count(v /= 0) == n * n)
  line = 0
  call cw_layout_pack_range(face, u, 1, 1 + 8 * n, 24 * n, line)
  call check(all(line == reshape(u(:, 2, 2:3), [2 * n])))
  v = 0
  call cw_layout_unpack_range(face, line, 1_int64, 1_int64 + 8 * n, 24_int64 * n, v)
  call check(all(v(:, 2, 2:3) == u(:, 2, 2:3)) .and. count(v /= 0) == 2 * n)
  call cw_layout_contiguous(n * n, number, made)
  packed = 0
  call cw_layout_move(face, u, 1, made, 1, packed)
  call check(all(packed(:n * n) == reshape(u(:, 2, :), [n * n])))
  ! A section that is not contiguous is copied.
  all_of_it = 0
  call cw_layout_pack(number, u(:, 3, :), n * n, all_of_it)
  call check(all(all_of_it(:n * n) == reshape(u(:, 3, :), [n * n])))

  ! What is refused.
  call cw_layout_subarray([6, 5], [2, 3], [3, 4], number, made, ierror=status)
  call refuses('dimension 2 of a subarray: 3 elements from index 4 on do not fit into 5')
  call cw_layout_subarray([6, 5], [2], [3, 4], number, made, ierror=status)
  call refuses('sizes, subsizes and starts have different sizes: give one entry for each dimension')
  call cw_layout_darray(0, [6, 0], [CW_DISTRIBUTE_NONE, CW_DISTRIBUTE_NONE], [0, 0], [1, 1], number, made, ierror=status)
  call refuses('dimension 2 of a distributed array has 0 elements')
  call cw_layout_pack_range(face, u, 1, 280, 289, line, ierror=status)
  call refuses('bytes 280 to 289 are not within the 288 packed bytes of 1 elements')
  call cw_layout_pack(face, u, 2, packed, ierror=status)
  call refuses('2 elements lie in bytes 49 to 3264 of array, which has 1728: pass a larger array')
  call cw_layout_pack(face, u, 1, line, ierror=status)
  call refuses('packed has 96 bytes, and 288 are needed: pass a larger array')
  call cw_layout_unpack(face, line, 1, v, ierror=status)
  call refuses('packed has 96 bytes, and 288 are needed: pass a larger array')
  call cw_layout_pack(face, u, -1, packed, ierror=status)
  call refuses('count -1 is negative')
  call cw_layout_vector(2, 1, -1, number, made)
  call cw_layout_pack(made, u, 1, packed, ierror=status)
  call refuses('1 elements lie in bytes -7 to 8 of array')
  call cw_layout_move(face, u, 1, number, 3, packed, ierror=status)
  call refuses('288 bytes do not fit into the 24 of the target layout')
  call cw_layout_indexed([1], [0, 5], number, made, ierror=status)
  call refuses('blocklengths and displacements have different sizes')
  call cw_layout_parse('vec(4 1 2[double]', made, ierror=status)
  call check(status == CW_PARSE .and. index(cw_layout_last_error(), 'position 10') > 0)
  call cw_layout_basic('quadruple', made, ierror=status)
  call refuses("unknown type 'quadruple'")
  call cw_layout_free(face)
  call cw_layout_pack(face, u, 1, packed, ierror=status)
  call refuses('layout is NULL')
  call check(cw_layout_notation(face, status) == '' .and. status == CW_INVALID_ARGUMENT)
  if (wrong > 0) error stop 'the module cartwright_layout is wrong'

contains

  subroutine check(right)
    logical, intent(in) :: right
    if (right) return
    wrong = wrong + 1
    print '(a, i0, 2a)', 'after check ', wrong, ': ', cw_layout_last_error()
  end subroutine

  subroutine expect(notation)
    character(len=*), intent(in) :: notation
    call cw_layout_parse(notation, parsed)
    if (cw_layout_notation(made) == cw_layout_notation(parsed)) return
    wrong = wrong + 1
    print '(4a)', cw_layout_notation(made), ' is not ', notation
  end subroutine

  subroutine refuses(words)
    character(len=*), intent(in) :: words
    if (status == CW_INVALID_ARGUMENT .and. index(cw_layout_last_error(), words) > 0) return
    wrong = wrong + 1
    print '(i0, 4a)', status, ': ', cw_layout_last_error(), ', in place of: ', words
  end subroutine
end program
