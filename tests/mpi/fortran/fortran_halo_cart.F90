! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! cw_halo_cart_create from Fortran: every ghost point of two fields on a periodic grid. Then a field in a window.
program fortran_halo_cart
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08
  use cartwright_halo
  implicit none

  integer, parameter :: n(3) = [9, 8, 7], width = 2
  integer :: dims(3), start(3), own(3), processes, i, j, k, f, wrong, status
  type(MPI_Comm) :: cart
  type(cw_halo) :: halo
  type(c_ptr) :: arrays(2)
  integer, pointer, contiguous :: u(:, :, :)

  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, processes)
  wrong = 0
  call exchange_in_grid(CW_HALO_CORNERS_DIRECT)
  call exchange_in_grid(CW_HALO_CORNERS_WITH_FACES)

  ! An error comes back as a status, or as text.
  dims = [processes + 1, 0, 0]
  call cw_halo_cart_create(MPI_COMM_WORLD, n, width, CW_HALO_INT32, cart, halo, arrays, dims=dims, ierror=status)
  if (status /= CW_INVALID_ARGUMENT .or. index(cw_halo_last_error(), 'pass 0 to let them be chosen') == 0) &
    wrong = wrong + 1

  call exchange_in_window()
  call exchange_in_large_grid()
  call refuse_in_counts_of_fortran()
  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Finalize()
  if (wrong > 0) error stop 'wrong ghost points'

contains

  !> Every ghost point of two fields on a periodic grid.
  subroutine exchange_in_grid(corners)
    integer, intent(in) :: corners
    dims = [0, 1, 0]
    call cw_halo_cart_create(MPI_COMM_WORLD, n, width, CW_HALO_INT32, cart, halo, arrays, &
      periods=[.true., .true., .true.], dims=dims, start=start, own=own, corners=corners, piece=256_int64)
    if (product(dims) /= processes .or. dims(2) /= 1) wrong = wrong + 1
    if ((index(cw_halo_explain(halo), 'corners are forwarded with') > 0) .neqv. (corners == CW_HALO_CORNERS_WITH_FACES)) &
      wrong = wrong + 1
    if (index(cw_halo_explain_json(halo), '"rank"') == 0) wrong = wrong + 1
    do f = 1, 2
      call c_f_pointer(arrays(f), u, own + 2 * width)
      u = -1
      do k = 1, own(3)
        do j = 1, own(2)
          do i = 1, own(1)
            u(i + width, j + width, k + width) = value_of(i, j, k)
          end do
        end do
      end do
    end do
    call cw_halo_exchange(halo)
    do f = 1, 2
      call c_f_pointer(arrays(f), u, own + 2 * width)
      do k = 1 - width, own(3) + width
        do j = 1 - width, own(2) + width
          do i = 1 - width, own(1) + width
            if (u(i + width, j + width, k + width) /= value_of(i, j, k)) wrong = wrong + 1
          end do
        end do
      end do
    end do
    call cw_halo_free(halo)
    do f = 1, 2
      call cw_halo_dealloc(arrays(f))
    end do
    call MPI_Comm_free(cart)
  end subroutine

  !> A line of processes, each with one own point between two ghost points.
  subroutine exchange_in_window()
    type(MPI_Win) :: win
    type(MPI_Comm) :: line
    type(c_ptr) :: memory
    type(cw_halo_fields) :: fields
    real(real64), pointer, contiguous :: w(:)
    integer :: rank
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [processes], [.true.], .false., line)
    call MPI_Comm_rank(line, rank)
    call MPI_Win_allocate_shared(24_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, line, memory, win)
    call cw_halo_share_window(line, win)
    call c_f_pointer(memory, w, [3])
    w = rank
    call cw_halo_add(fields, w, 1, wire_type=CW_HALO_FLOAT)
    call cw_halo_create(line, fields, halo, joining=CW_HALO_JOIN_NEVER, piece=64_int64)
    call cw_halo_exchange(halo)
    if (nint(w(1)) /= modulo(rank - 1, processes) .or. nint(w(3)) /= modulo(rank + 1, processes)) wrong = wrong + 1
    call cw_halo_free(halo)
    call cw_halo_clear(fields)
    call cw_halo_add(fields, w, 1, wire_type=CW_HALO_INT32)
    call cw_halo_create(line, fields, halo, ierror=status)
    if (status /= CW_INVALID_ARGUMENT .or. index(cw_halo_last_error(), 'wire_type is 3') == 0) wrong = wrong + 1
    call cw_halo_clear(fields)
    call cw_halo_add(fields, w, 1)
    call cw_halo_create(line, fields, halo, corners=7, ierror=status)
    if (status /= CW_INVALID_ARGUMENT .or. index(cw_halo_last_error(), 'unknown corners 7') == 0) wrong = wrong + 1
    call cw_halo_create(line, fields, halo, piece=-1_int64, ierror=status)
    if (status /= CW_INVALID_ARGUMENT .or. index(cw_halo_last_error(), 'piece is -1') == 0) wrong = wrong + 1
    call cw_halo_clear(fields)
    call MPI_Win_free(win)
    call MPI_Comm_free(line)
  end subroutine

  !> Sizes of 64 bits, with the start and the own points of the last process.
  subroutine exchange_in_large_grid()
    integer(int64) :: sizes(2), first(2), count(2)
    integer :: dims(2), coords(2), rank
    sizes = [int(huge(1), int64) + processes, 0_int64]
    call cw_halo_cart_create(MPI_COMM_WORLD, sizes, 1, CW_HALO_INT32, cart, halo, arrays(:1), ierror=status)
    call refuses('sizes(2) is 0')
    sizes = [5_int64 * processes, 3_int64]
    dims = [processes, 1]
    call cw_halo_cart_create(MPI_COMM_WORLD, sizes, 1, CW_HALO_INT32, cart, halo, arrays(:1), dims=dims, start=first, &
      own=count)
    call MPI_Comm_rank(cart, rank)
    call MPI_Cart_coords(cart, rank, 2, coords)
    if (any(first /= [5 * coords(1) + 1, 1]) .or. any(count /= [5, 3])) wrong = wrong + 1
    call cw_halo_free(halo)
    call cw_halo_dealloc(arrays(1))
    call MPI_Comm_free(cart)
  end subroutine

  !> Fields and axes are counted from 1 in messages, and options have the names of arguments.
  subroutine refuse_in_counts_of_fortran()
    type(MPI_Comm) :: grid
    type(cw_halo_fields) :: fields
    real(real64), asynchronous :: u(6, 6), narrow(2, 6)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, [processes, 1], [.true., .true.], .false., grid)
    call cw_halo_add(fields, u, 1)
    call cw_halo_add(fields, narrow, 1)
    call cw_halo_create(grid, fields, halo, ierror=status)
    call refuses('field 2: it has 0 own points along axis 1')
    call cw_halo_clear(fields)
    call cw_halo_add(fields, u, [1, 1], [1, -1])
    call cw_halo_create(grid, fields, halo, ierror=status)
    call refuses('field 1: its halo is -1 points wide along axis 2')
    call cw_halo_clear(fields)
    call cw_halo_add(fields, u, 1)
    call cw_halo_create(grid, fields, halo, cart_axes=[1, 3], ierror=status)
    call refuses('cart_axes(2) is 3: give different axes from 1 to 2')
    call cw_halo_create(grid, fields, halo, cart_axes=[0, 2], ierror=status)
    call refuses('cart_axes(1) is 0: give different axes from 1 to 2')
    call cw_halo_create(grid, fields, halo, piece=-1_int64, ierror=status)
    call refuses('piece is -1')
    if (index(cw_halo_last_error(), 'options.') > 0) wrong = wrong + 1
    call cw_halo_create(grid, fields, halo)
    call cw_halo_start(halo)
    call cw_halo_finish_side(halo, [0, 2], ierror=status)
    call refuses('side(2) is 2: give -1, 0 or 1')
    call cw_halo_finish(halo)
    call cw_halo_free(halo)
    call cw_halo_clear(fields)
    call MPI_Comm_free(grid)
    dims(:2) = [1, processes]
    call cw_halo_cart_create(MPI_COMM_WORLD, [1, 1], 1, CW_HALO_INT32, cart, halo, arrays, dims=dims(:2), &
      ierror=status)
    if (processes > 1) call refuses('axis 2 has 1 points for')
  end subroutine

  subroutine refuses(words)
    character(len=*), intent(in) :: words
    if (status == CW_INVALID_ARGUMENT .and. index(cw_halo_last_error(), words) > 0) return
    wrong = wrong + 1
    print '(i0, 4a)', status, ': ', cw_halo_last_error(), ', in place of: ', words
  end subroutine

  integer function value_of(i, j, k)
    integer, intent(in) :: i, j, k
    value_of = (modulo(start(1) + i - 2, n(1)) * 100 + modulo(start(2) + j - 2, n(2))) * 100 + &
      modulo(start(3) + k - 2, n(3))
  end function
end program
