! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! wave.c in Fortran: a wave in a box with three periodic axes, u_tt = laplace(u), by leapfrog. The start is a standing
! wave that the scheme keeps exactly in shape, so every point has a known value at every step.
!
! usage: mpirun -n 8 ./wave_f90 [POINTS [STEPS]]
program wave
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, output_unit, real64
  use mpi_f08
  use cartwright_halo
  implicit none

  ! u(:, :, :, n) is the field at one of two steps; each is read in one step and written in the next.
  type :: field
    real(real64), pointer, contiguous :: u(:, :, :)
    type(c_ptr) :: memory = c_null_ptr
    type(cw_halo) :: halo
  end type

  real(real64), parameter :: courant = 0.25_real64
  integer :: points = 48, steps = 100
  integer :: dims(3), coords(3), first(3), last(3), processes, rank, n, step
  logical, parameter :: periods(3) = .true.
  type(MPI_Comm) :: cart
  type(field) :: fields(0:1)
  real(real64) :: h, phase, mine, error

  call MPI_Init()
  call read_argument(1, points)
  call read_argument(2, steps)
  call MPI_Comm_size(MPI_COMM_WORLD, processes)
  dims = 0
  call MPI_Dims_create(processes, 3, dims)
  call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, .true., cart)
  call MPI_Comm_rank(cart, rank)
  call MPI_Cart_coords(cart, rank, 3, coords)
  first = points * coords / dims + 1
  last = points * (coords + 1) / dims
  do n = 0, 1
    call make(fields(n))
  end do

  ! A standing wave swings with cos(phase * step); phase follows from the scheme.
  h = 2 * acos(-1.0_real64) / points
  phase = acos(1 - courant * (2 * (1 - cos(h)) + (1 - cos(2 * h))))
  call fill(fields(0)%u, cos(phase))
  call fill(fields(1)%u, 1.0_real64)

  do step = 0, steps - 1
    associate (before => fields(modulo(step, 2)), now => fields(modulo(step + 1, 2)))
      call cw_halo_exchange(now%halo)
      call leap(before%u, now%u)
    end associate
  end do

  mine = error_of(fields(modulo(steps + 1, 2))%u, cos(phase * steps))
  call MPI_Allreduce(mine, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, cart)
  if (rank == 0) write (output_unit, '(i0, 3(a, i0), a, i0, a, es8.1)') points, '^3 points on ', dims(1), ' x ', &
    dims(2), ' x ', dims(3), ' processes, ', steps, ' steps: error ', error
  do n = 0, 1
    call cw_halo_free(fields(n)%halo)
    call cw_halo_dealloc(fields(n)%memory)
  end do
  call MPI_Comm_free(cart)
  call MPI_Finalize()
  if (error > 1e-9_real64) error stop 'wave: wrong result'

contains

  subroutine read_argument(number, value)
    integer, intent(in) :: number
    integer, intent(inout) :: value
    character(len=20) :: text
    if (command_argument_count() < number) return
    call get_command_argument(number, text)
    read (text, *) value
  end subroutine

  ! An array with ghost points, in memory that the neighbors can read, and its plan.
  subroutine make(one)
    type(field), intent(inout) :: one
    type(cw_halo_fields) :: list
    real(real64), pointer, contiguous :: raw(:, :, :)
    integer :: extents(3)
    extents = last - first + 3
    call cw_halo_alloc(8 * product(int(extents, int64)), one%memory)
    call c_f_pointer(one%memory, raw, extents)
    one%u(first(1) - 1:last(1) + 1, first(2) - 1:last(2) + 1, first(3) - 1:last(3) + 1) => raw
    call cw_halo_add(list, one%u, 1)
    call cw_halo_create(cart, list, one%halo, shape=CW_HALO_FACES, buffered=.true.)
    call cw_halo_clear(list)
  end subroutine

  pure real(real64) function shape_at(i, j, k)
    integer, intent(in) :: i, j, k
    shape_at = sin(h * i) * cos(2 * h * j) * sin(h * k + 1)
  end function

  subroutine fill(u, factor)
    real(real64), pointer, contiguous, intent(in) :: u(:, :, :)
    real(real64), intent(in) :: factor
    integer :: i, j, k
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          u(i, j, k) = factor * shape_at(i, j, k)
        end do
      end do
    end do
  end subroutine

  ! The next step, in the place of the last.
  subroutine leap(before, now)
    real(real64), pointer, contiguous, intent(in) :: before(:, :, :), now(:, :, :)
    real(real64) :: laplace
    integer :: i, j, k
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          laplace = now(i - 1, j, k) + now(i + 1, j, k) + now(i, j - 1, k) + now(i, j + 1, k) + now(i, j, k - 1) &
            + now(i, j, k + 1) - 6 * now(i, j, k)
          before(i, j, k) = 2 * now(i, j, k) - before(i, j, k) + courant * laplace
        end do
      end do
    end do
  end subroutine

  real(real64) function error_of(u, factor)
    real(real64), pointer, contiguous, intent(in) :: u(:, :, :)
    real(real64), intent(in) :: factor
    integer :: i, j, k
    error_of = 0
    do k = first(3), last(3)
      do j = first(2), last(2)
        do i = first(1), last(1)
          error_of = max(error_of, abs(u(i, j, k) - factor * shape_at(i, j, k)))
        end do
      end do
    end do
  end function
end program
