! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Heat in a cube, by Jacobi steps: an ordinary mpi_f08 program on a Cartesian communicator.
! usage: heat3d [cells per edge] [steps]
! The result does not depend on the mapping of parts to processes.
program heat3d
  use, intrinsic :: iso_fortran_env, only: int64, real64, output_unit
  use mpi_f08
  implicit none

  integer :: n = 48, steps = 20
  integer :: processes, rank, dims(3), coords(3), first(3), last(3), step, d
  integer :: below(3), above(3)
  logical, parameter :: periods(3) = .false.
  real(real64), allocatable :: u(:, :, :), v(:, :, :)
  real(real64) :: change, greatest
  integer(int64) :: mine, checksum
  type(MPI_Comm) :: cart
  type(MPI_Datatype) :: out_below(3), in_above(3), out_above(3), in_below(3)

  call MPI_Init()
  call read_argument(1, n)
  call read_argument(2, steps)
  call MPI_Comm_size(MPI_COMM_WORLD, processes)
  dims = 0
  call MPI_Dims_create(processes, 3, dims)
  call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, .true., cart)
  call MPI_Comm_rank(cart, rank)
  call MPI_Cart_coords(cart, rank, 3, coords)
  do d = 1, 3
    call MPI_Cart_shift(cart, d - 1, 1, below(d), above(d))
  end do
  first = n * coords / dims + 1
  last = n * (coords + 1) / dims

  ! Cold, except for the first layer of the border.
  allocate (u(first(1) - 1:last(1) + 1, first(2) - 1:last(2) + 1, first(3) - 1:last(3) + 1), source=0.0_real64)
  if (coords(1) == 0) u(0, :, :) = 100
  v = u
  call make_faces()

  change = 0
  do step = 1, steps
    call exchange_halo()
    call jacobi()
  end do

  mine = sum_of_bits()
  call MPI_Allreduce(mine, checksum, 1, MPI_INTEGER8, MPI_BXOR, cart)
  call MPI_Allreduce(change, greatest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, cart)
  if (rank == 0) write (output_unit, '(a, i0, 4(a, i0), a, es18.12e2, a, z16.16)') 'heat3d: ', n, ' cells per edge on ', &
    dims(1), ' x ', dims(2), ' x ', dims(3), ' processes, ', steps, ' steps: last change ', greatest, &
    ', checksum ', checksum
  do d = 1, 3
    call MPI_Type_free(out_below(d))
    call MPI_Type_free(in_above(d))
    call MPI_Type_free(out_above(d))
    call MPI_Type_free(in_below(d))
  end do
  call MPI_Comm_free(cart)
  call MPI_Finalize()

contains

  subroutine read_argument(position, value)
    integer, intent(in) :: position
    integer, intent(inout) :: value
    character(len=16) :: text
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *) value
  end subroutine

  ! Four layers of u along each dimension: sent from, and received at, its lower and its upper end.
  subroutine make_faces()
    integer :: whole(3), part(3), d
    do d = 1, 3
      whole = shape(u)
      part = whole - 2
      part(d) = 1
      out_below(d) = layer(whole, part, d, 1)
      in_above(d) = layer(whole, part, d, whole(d) - 1)
      out_above(d) = layer(whole, part, d, whole(d) - 2)
      in_below(d) = layer(whole, part, d, 0)
    end do
  end subroutine

  type(MPI_Datatype) function layer(whole, part, d, position)
    integer, intent(in) :: whole(3), part(3), d, position
    integer :: start(3)
    start = 1
    start(d) = position
    call MPI_Type_create_subarray(3, whole, part, start, MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, layer)
    call MPI_Type_commit(layer)
  end function

  subroutine exchange_halo()
    integer :: d
    do d = 1, 3
      call MPI_Sendrecv(u, 1, out_below(d), below(d), 0, u, 1, in_above(d), above(d), 0, cart, MPI_STATUS_IGNORE)
      call MPI_Sendrecv(u, 1, out_above(d), above(d), 1, u, 1, in_below(d), below(d), 1, cart, MPI_STATUS_IGNORE)
    end do
  end subroutine

  subroutine jacobi()
    integer :: i, j, k
    change = 0
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          v(i, j, k) = (u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) + u(i, j + 1, k) &
            + u(i, j, k - 1) + u(i, j, k + 1)) / 6
          change = max(change, abs(v(i, j, k) - u(i, j, k)))
        end do
      end do
    end do
    u(first(1):last(1), first(2):last(2), first(3):last(3)) = v(first(1):last(1), first(2):last(2), first(3):last(3))
  end subroutine

  ! A checksum: the exclusive or of the bits of all cells, rotated by their positions. It does not depend on the order.
  integer(int64) function sum_of_bits() result(bits)
    integer :: i, j, k
    bits = 0
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          bits = ieor(bits, ishftc(transfer(u(i, j, k), 0_int64), 1 + mod((k * n + j) * n + i, 61)))
        end do
      end do
    end do
  end function
end program
