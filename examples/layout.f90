! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The six faces of a 3-D array, two cells deep, packed by Cartwright and by plain loops: the program checks that both
! pack the same numbers, and prints how much faster Cartwright is. No MPI. usage: layout [cells per side]
program layout
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use cartwright_layout
  implicit none

  integer, parameter :: depth = 2, rounds = 21
  integer :: n, which, axis, round, i, repetitions, subsizes(3), starts(3), ends(3)
  integer(int64) :: begin, middle, end, bytes
  real(real64), allocatable :: array(:, :, :), copy(:, :, :), packed(:), expected(:)
  real(real64) :: loops(rounds), kernel(rounds)
  type(cw_layout) :: cell, face
  character(len=16) :: argument
  logical :: right

  n = 64
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) n
  if (n < depth) error stop 'usage: layout [cells per side, 2 or more]'
  allocate (array(n, n, n), copy(n, n, n))
  array = reshape([(real(i, real64), i=1, n**3)], [n, n, n])
  call cw_layout_basic('double', cell)

  right = .true.
  do which = 1, 6
    axis = (which + 1) / 2
    subsizes = n
    subsizes(axis) = depth
    starts = 1
    if (mod(which, 2) == 0) starts(axis) = n - depth + 1
    ends = starts + subsizes - 1
    call cw_layout_subarray([n, n, n], subsizes, starts, cell, face)
    call cw_layout_size(face, bytes)
    packed = [(0d0, i=1, product(subsizes))]
    expected = packed

    ! In turn, as both then suffer the same noise; the medians are compared.
    repetitions = int(20000000 / bytes) + 1
    do round = 1, rounds
      call system_clock(begin)
      do i = 1, repetitions
        call pack_by_loops(array, n, starts, ends, expected)
      end do
      call system_clock(middle)
      do i = 1, repetitions
        call cw_layout_pack(face, array, 1, packed)
      end do
      call system_clock(end)
      loops(round) = real(middle - begin, real64)
      kernel(round) = real(end - middle, real64)
    end do
    right = right .and. all(packed == expected)

    ! Unpack into an empty array: the numbers are back, and nothing else is.
    copy = 0
    call cw_layout_unpack(face, packed, 1, copy)
    right = right .and. count(copy /= 0) == size(packed)
    right = right .and. all(copy == 0 .or. copy == array)

    print '(a, i0, a, i9, 3a, f5.1, a)', 'face ', which, ': ', bytes, ' B, ', cw_layout_describe(face), ', ', &
      median(loops) / median(kernel), ' times as fast as loops'
    call cw_layout_free(face)
  end do
  call cw_layout_free(cell)
  if (.not. right) error stop 'wrong'
  print '(a)', 'correct'

contains

  !> The code of a program without datatypes.
  subroutine pack_by_loops(from, n, starts, ends, into)
    integer, intent(in) :: n, starts(3), ends(3)
    real(real64), intent(in) :: from(n, n, n)
    real(real64), intent(out) :: into(*)
    integer :: x, y, z, at
    at = 0
    do z = starts(3), ends(3)
      do y = starts(2), ends(2)
        do x = starts(1), ends(1)
          at = at + 1
          into(at) = from(x, y, z)
        end do
      end do
    end do
  end subroutine

  real(real64) function median(values)
    real(real64), intent(in) :: values(:)
    integer :: k
    do k = 1, size(values)
      median = values(k)
      if (count(values < median) <= size(values) / 2 .and. count(values > median) <= size(values) / 2) return
    end do
  end function
end program
