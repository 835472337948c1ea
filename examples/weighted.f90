! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Heat on a wide plate: weighted.c in Fortran.
program weighted
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use cartwright
  implicit none

  integer, parameter :: rows = 96, columns = 384, steps = 200
  real(real64), parameter :: pi = acos(-1.0_real64)
  real(real64), allocatable :: u(:, :), mine(:, :)
  real(real64) :: error, shrinkage
  integer :: old_rank, rank, dims(2), first(2), last(2), step
  logical :: right
  type(MPI_Comm) :: cart
  type(cw_cart_report) :: report

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, old_rank)

  ! A cut between rows sends a whole row.
  dims = 0
  call MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, [1.0_real64 / rows, 1.0_real64 / columns], [.false., .false.], &
    MPI_INFO_NULL, dims, cart)
  call MPI_Comm_rank(cart, rank)

  ! Every process has the file of its old rank, and computes the piece of its new rank.
  call find_piece(rank)
  allocate (mine(first(1):last(1), first(2):last(2)))
  call find_piece(old_rank)
  associate (read => initial(first, last))
    call cw_move_to_new_ranks(read, size(read), mine, size(mine), MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, cart)
  end associate
  call find_piece(rank)
  allocate (u(first(1) - 1:last(1) + 1, first(2) - 1:last(2) + 1), source=0.0_real64)
  u(first(1):last(1), first(2):last(2)) = mine

  do step = 1, steps
    call exchange_halo()
    associate (i1 => first(1), i2 => last(1), j1 => first(2), j2 => last(2))
      u(i1:i2, j1:j2) = u(i1:i2, j1:j2) + (u(i1 - 1:i2 - 1, j1:j2) + u(i1 + 1:i2 + 1, j1:j2) &
        + u(i1:i2, j1 - 1:j2 - 1) + u(i1:i2, j1 + 1:j2 + 1) - 4 * u(i1:i2, j1:j2)) / 8
    end associate
  end do

  shrinkage = 1 - 0.5_real64 * sin(pi / 2 / (rows + 1))**2 - 0.5_real64 * sin(pi / 2 / (columns + 1))**2
  error = maxval(abs(u(first(1):last(1), first(2):last(2)) - shrinkage**steps * initial(first, last)))
  call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, cart)
  right = error < 1e-12_real64

  call cw_comm_report(cart, report)
  if (rank == 0) print '(4(i0, a), i0, 2a, /, a, 4(i0, a), f0.1, 2a)', rows, ' x ', columns, ' cells on ', dims(1), ' x ', &
    dims(2), ' processes, ', steps, ' steps: ', trim(merge('correct', 'wrong  ', right)), 'nodes: ', report%nodes, &
    ', J_sum ', nint(report%j_sum), ' (as launched ', nint(report%j_sum_before), ', at least ', nint(report%lower_bound), '), ', &
    100 * report%data_share, ' % of the data crosses them, mapping ', trim(report%mapping)
  call MPI_Comm_free(cart)
  call MPI_Finalize()
  if (.not. right) error stop 'wrong'

contains

  ! The cells of a process, counted from 1.
  subroutine find_piece(of_rank)
    integer, intent(in) :: of_rank
    integer :: coords(2)
    call MPI_Cart_coords(cart, of_rank, 2, coords)
    first = [rows, columns] * coords / dims + 1
    last = [rows, columns] * (coords + 1) / dims
  end subroutine

  ! Also in place of reading the file of a piece.
  function initial(from, to) result(values)
    integer, intent(in) :: from(2), to(2)
    real(real64) :: values(from(1):to(1), from(2):to(2))
    integer :: i, j
    do concurrent(i=from(1):to(1), j=from(2):to(2))
      values(i, j) = sin(pi * i / (rows + 1)) * sin(pi * j / (columns + 1))
    end do
  end function

  subroutine exchange_halo()
    integer :: north, south, west, east, m, n
    type(MPI_Datatype) :: row
    m = last(1)
    n = last(2)
    call MPI_Cart_shift(cart, 0, 1, north, south)
    call MPI_Cart_shift(cart, 1, 1, west, east)
    call MPI_Type_vector(n - first(2) + 1, 1, m - first(1) + 3, MPI_DOUBLE_PRECISION, row)
    call MPI_Type_commit(row)
    associate (i => first(1), j => first(2))
      call MPI_Sendrecv(u(i, j), 1, row, north, 0, u(m + 1, j), 1, row, south, 0, cart, MPI_STATUS_IGNORE)
      call MPI_Sendrecv(u(m, j), 1, row, south, 0, u(i - 1, j), 1, row, north, 0, cart, MPI_STATUS_IGNORE)
      call MPI_Sendrecv(u(i:m, j), m - i + 1, MPI_DOUBLE_PRECISION, west, 0, u(i:m, n + 1), m - i + 1, &
        MPI_DOUBLE_PRECISION, east, 0, cart, MPI_STATUS_IGNORE)
      call MPI_Sendrecv(u(i:m, n), m - i + 1, MPI_DOUBLE_PRECISION, east, 0, u(i:m, j - 1), m - i + 1, &
        MPI_DOUBLE_PRECISION, west, 0, cart, MPI_STATUS_IGNORE)
    end associate
    call MPI_Type_free(row)
  end subroutine
end program
