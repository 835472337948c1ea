! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The procedures for `use mpi`: integer handles, and ierror is required. Those for mpi_f08 call them.
module cartwright_handles
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_sizeof
  use, intrinsic :: iso_fortran_env, only: real64
  use cartwright_c
  implicit none
  private :: c_int, c_double, c_char, c_sizeof, real64, c_flags, text_of, max_dims

  !> The placement of a communicator: cw_cart_report of mpix.h, with the types of Fortran.
  type :: cw_cart_report
    integer :: nodes = 0                  !< number of nodes
    logical :: reordered = .false.        !< whether ranks changed
    real(real64) :: j_sum = 0             !< weight of the edges between nodes
    real(real64) :: j_max = 0             !< largest weight of the edges that leave one node
    real(real64) :: j_sum_before = 0      !< j_sum in the original rank order
    real(real64) :: j_max_before = 0      !< j_max in the original rank order
    real(real64) :: lower_bound = 0       !< no placement has a smaller j_sum
    real(real64) :: data_share = 0        !< share of the data that crosses nodes, 0 to 1, by dim_weights
    real(real64) :: data_share_before = 0 !< data_share in the original rank order
    real(real64) :: data_share_bound = 0  !< no placement has a smaller data_share
    real(real64) :: gap = 0               !< data_share / data_share_bound - 1
    real(real64) :: seconds = 0           !< time of process 0 for the placement
    character(len=16) :: tier = ''        !< fast, balanced or best; empty when a given algorithm was used
    character(len=64) :: mapping = ''     !< the algorithm, or "as launched"
    !> seconds that the busiest link of the network needs if a message of weight 1 has 1 MiB; 0 if the wiring is unknown
    real(real64) :: busiest_link = 0
    real(real64) :: busiest_link_before = 0 !< busiest_link in the original rank order
  end type

  ! Cartwright refuses more dimensions: no array is read beyond.
  integer, parameter :: max_dims = 16

contains

  subroutine cart_stencil_comm(oldcomm, ndims, dims, periods, reorder, stencil, k, cartcomm, ierror)
    integer, intent(in) :: oldcomm, ndims, dims(*), stencil(ndims, *), k
    logical, intent(in) :: periods(*), reorder
    integer, intent(out) :: cartcomm, ierror
    ierror = cwf_cart_stencil_comm(oldcomm, ndims, dims, c_flags(ndims, periods), c_flag(reorder), stencil, k, cartcomm)
  end subroutine

  subroutine dims_weighted_create(nnodes, ndims, dim_weights, periods, info, dims, ierror)
    integer, intent(in) :: nnodes, ndims, info
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    integer, intent(inout) :: dims(*)
    integer, intent(out) :: ierror
    ierror = cwf_dims_weighted_create(nnodes, ndims, dim_weights, c_flags(ndims, periods), info, dims)
  end subroutine

  subroutine dims_ml_create(nnodes, ndims, dim_weights, nlevels, sizes, periods, info, dims_ml, ierror)
    integer, intent(in) :: nnodes, ndims, nlevels, sizes(*), info
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    integer, intent(inout) :: dims_ml(ndims, *)
    integer, intent(out) :: ierror
    integer(c_int), allocatable :: transposed(:, :)
    allocate (transposed(max(nlevels, 0), max(ndims, 0)), source=0)
    ierror = cwf_dims_ml_create(nnodes, ndims, dim_weights, nlevels, sizes, c_flags(ndims, periods), info, transposed)
    if (ierror == 0) dims_ml(:, :nlevels) = transpose(transposed)
  end subroutine

  subroutine cart_weighted_create(comm_old, ndims, dim_weights, periods, info, dims, comm_cart, ierror)
    integer, intent(in) :: comm_old, ndims, info
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    integer, intent(inout) :: dims(*)
    integer, intent(out) :: comm_cart, ierror
    ierror = cwf_cart_weighted_create(comm_old, ndims, dim_weights, c_flags(ndims, periods), info, dims, comm_cart)
  end subroutine

  subroutine cart_ml_create_from_types(comm_old, nsplit_types, ndims, periods, split_types, dim_weights, info, dims, &
    comm_cart, ierror)
    integer, intent(in) :: comm_old, nsplit_types, ndims, split_types(*), info
    logical, intent(in) :: periods(*)
    real(c_double), intent(in) :: dim_weights(*)
    integer, intent(inout) :: dims(*)
    integer, intent(out) :: comm_cart, ierror
    ierror = cwf_cart_ml_create_from_types(comm_old, nsplit_types, ndims, c_flags(ndims, periods), split_types, &
      dim_weights, info, dims, comm_cart)
  end subroutine

  subroutine cart_ml_create_from_comms(nlevels, level_comms, ndims, dim_weights, periods, info, dims, comm_cart, ierror)
    integer, intent(in) :: nlevels, level_comms(*), ndims, info
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    integer, intent(inout) :: dims(*)
    integer, intent(out) :: comm_cart, ierror
    ierror = cwf_cart_ml_create_from_comms(nlevels, level_comms, ndims, dim_weights, c_flags(ndims, periods), info, &
      dims, comm_cart)
  end subroutine

  subroutine cart_ml_create(comm_old, ndims, periods, nlevels, dims_ml, info, dims, comm_cart, ierror)
    integer, intent(in) :: comm_old, ndims, nlevels, dims_ml(ndims, *), info
    logical, intent(in) :: periods(*)
    integer, intent(inout) :: dims(*)
    integer, intent(out) :: comm_cart, ierror
    integer(c_int), allocatable :: transposed(:, :)
    allocate (transposed(max(nlevels, 0), max(ndims, 0)))
    transposed = transpose(dims_ml(:, :nlevels))
    ierror = cwf_cart_ml_create(comm_old, ndims, c_flags(ndims, periods), nlevels, transposed, info, dims, comm_cart)
  end subroutine

  subroutine report_of(comm, report, ierror)
    integer, intent(in) :: comm
    type(cw_cart_report), intent(inout) :: report
    integer, intent(out) :: ierror
    type(c_report) :: c
    c%size = c_sizeof(c)
    ierror = cwf_comm_report(comm, c)
    if (ierror == 0) report = cw_cart_report(c%nodes, c%reordered /= 0, c%j_sum, c%j_max, c%j_sum_before, &
      c%j_max_before, c%lower_bound, c%data_share, c%data_share_before, c%data_share_bound, c%gap, c%seconds, &
      text_of(c%tier), text_of(c%mapping), c%busiest_link, c%busiest_link_before)
  end subroutine

  subroutine translate_ranks(comm_old, n, old_ranks, comm_new, new_ranks, ierror)
    integer, intent(in) :: comm_old, n, old_ranks(*), comm_new
    integer, intent(inout) :: new_ranks(*)
    integer, intent(out) :: ierror
    ierror = cwf_translate_ranks(comm_old, n, old_ranks, comm_new, new_ranks)
  end subroutine

  subroutine move_to_new_ranks(in, incount, out, outcount, datatype, comm_old, comm_new, ierror)
    use mpi, only: MPI_IN_PLACE
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, intent(in) :: incount, outcount, datatype, comm_old, comm_new
    integer, intent(out) :: ierror
    ierror = cwf_move_to_new_ranks(in, incount, out, outcount, datatype, comm_old, comm_new, MPI_IN_PLACE)
  end subroutine

  subroutine move_to_old_ranks(in, incount, out, outcount, datatype, comm_old, comm_new, ierror)
    use mpi, only: MPI_IN_PLACE
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, intent(in) :: incount, outcount, datatype, comm_old, comm_new
    integer, intent(out) :: ierror
    ierror = cwf_move_to_old_ranks(in, incount, out, outcount, datatype, comm_old, comm_new, MPI_IN_PLACE)
  end subroutine

  subroutine type_commit_info(datatype, info, ierror)
    integer, intent(inout) :: datatype
    integer, intent(in) :: info
    integer, intent(out) :: ierror
    ierror = cwf_type_commit_info(datatype, info)
  end subroutine

  integer(c_int) elemental function c_flag(flag)
    logical, intent(in) :: flag
    c_flag = merge(1_c_int, 0_c_int, flag)
  end function

  function c_flags(n, flags)
    integer, intent(in) :: n
    logical, intent(in) :: flags(*)
    integer(c_int) :: c_flags(max_dims)
    integer :: known
    known = min(max(n, 0), max_dims)
    c_flags = 0
    c_flags(:known) = c_flag(flags(:known))
  end function

  !> The characters before the first null character.
  function text_of(chars) result(text)
    character(kind=c_char), intent(in) :: chars(:)
    character(len=size(chars)) :: text
    integer :: i
    text = ''
    do i = 1, size(chars)
      if (chars(i) == char(0)) exit
      text(i:i) = chars(i)
    end do
  end function
end module
