! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The procedures for `use mpi_f08`: handles have types, and ierror is optional.
module cartwright_f08
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_Info
  use cartwright_c
  use cartwright_handles
  implicit none
  private :: c_double, c_int, MPI_Comm, MPI_Datatype, MPI_Info

contains

  subroutine cart_stencil_comm_f08(oldcomm, ndims, dims, periods, reorder, stencil, k, cartcomm, ierror)
    type(MPI_Comm), intent(in) :: oldcomm
    integer, intent(in) :: ndims, dims(*), stencil(ndims, *), k
    logical, intent(in) :: periods(*), reorder
    type(MPI_Comm), intent(out) :: cartcomm
    integer, optional, intent(out) :: ierror
    integer :: error
    call cart_stencil_comm(oldcomm%MPI_VAL, ndims, dims, periods, reorder, stencil, k, cartcomm%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine dims_weighted_create_f08(nnodes, ndims, dim_weights, periods, info, dims, ierror)
    integer, intent(in) :: nnodes, ndims
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    type(MPI_Info), intent(in) :: info
    integer, intent(inout) :: dims(*)
    integer, optional, intent(out) :: ierror
    integer :: error
    call dims_weighted_create(nnodes, ndims, dim_weights, periods, info%MPI_VAL, dims, error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine dims_ml_create_f08(nnodes, ndims, dim_weights, nlevels, sizes, periods, info, dims_ml, ierror)
    integer, intent(in) :: nnodes, ndims, nlevels, sizes(*)
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    type(MPI_Info), intent(in) :: info
    integer, intent(inout) :: dims_ml(ndims, *)
    integer, optional, intent(out) :: ierror
    integer :: error
    call dims_ml_create(nnodes, ndims, dim_weights, nlevels, sizes, periods, info%MPI_VAL, dims_ml, error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine cart_weighted_create_f08(comm_old, ndims, dim_weights, periods, info, dims, comm_cart, ierror)
    type(MPI_Comm), intent(in) :: comm_old
    integer, intent(in) :: ndims
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    type(MPI_Info), intent(in) :: info
    integer, intent(inout) :: dims(*)
    type(MPI_Comm), intent(out) :: comm_cart
    integer, optional, intent(out) :: ierror
    integer :: error
    call cart_weighted_create(comm_old%MPI_VAL, ndims, dim_weights, periods, info%MPI_VAL, dims, comm_cart%MPI_VAL, &
      error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine cart_ml_create_from_types_f08(comm_old, nsplit_types, ndims, periods, split_types, dim_weights, info, &
    dims, comm_cart, ierror)
    type(MPI_Comm), intent(in) :: comm_old
    integer, intent(in) :: nsplit_types, ndims, split_types(*)
    logical, intent(in) :: periods(*)
    real(c_double), intent(in) :: dim_weights(*)
    type(MPI_Info), intent(in) :: info
    integer, intent(inout) :: dims(*)
    type(MPI_Comm), intent(out) :: comm_cart
    integer, optional, intent(out) :: ierror
    integer :: error
    call cart_ml_create_from_types(comm_old%MPI_VAL, nsplit_types, ndims, periods, split_types, dim_weights, &
      info%MPI_VAL, dims, comm_cart%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine cart_ml_create_from_comms_f08(nlevels, level_comms, ndims, dim_weights, periods, info, dims, comm_cart, &
    ierror)
    integer, intent(in) :: nlevels, ndims
    type(MPI_Comm), intent(in) :: level_comms(nlevels)
    real(c_double), intent(in) :: dim_weights(*)
    logical, intent(in) :: periods(*)
    type(MPI_Info), intent(in) :: info
    integer, intent(inout) :: dims(*)
    type(MPI_Comm), intent(out) :: comm_cart
    integer, optional, intent(out) :: ierror
    integer :: error
    call cart_ml_create_from_comms(nlevels, level_comms%MPI_VAL, ndims, dim_weights, periods, info%MPI_VAL, dims, &
      comm_cart%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine cart_ml_create_f08(comm_old, ndims, periods, nlevels, dims_ml, info, dims, comm_cart, ierror)
    type(MPI_Comm), intent(in) :: comm_old
    integer, intent(in) :: ndims, nlevels, dims_ml(ndims, *)
    logical, intent(in) :: periods(*)
    type(MPI_Info), intent(in) :: info
    integer, intent(inout) :: dims(*)
    type(MPI_Comm), intent(out) :: comm_cart
    integer, optional, intent(out) :: ierror
    integer :: error
    call cart_ml_create(comm_old%MPI_VAL, ndims, periods, nlevels, dims_ml, info%MPI_VAL, dims, comm_cart%MPI_VAL, &
      error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine report_of_f08(comm, report, ierror)
    type(MPI_Comm), intent(in) :: comm
    type(cw_cart_report), intent(inout) :: report
    integer, optional, intent(out) :: ierror
    integer :: error
    call report_of(comm%MPI_VAL, report, error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine translate_ranks_f08(comm_old, n, old_ranks, comm_new, new_ranks, ierror)
    type(MPI_Comm), intent(in) :: comm_old, comm_new
    integer, intent(in) :: n, old_ranks(*)
    integer, intent(inout) :: new_ranks(*)
    integer, optional, intent(out) :: ierror
    integer :: error
    call translate_ranks(comm_old%MPI_VAL, n, old_ranks, comm_new%MPI_VAL, new_ranks, error)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine move_to_new_ranks_f08(in, incount, out, outcount, datatype, comm_old, comm_new, ierror)
    use mpi_f08, only: MPI_IN_PLACE
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, intent(in) :: incount, outcount
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm_old, comm_new
    integer, optional, intent(out) :: ierror
    integer :: error
    error = cwf_move_to_new_ranks(in, incount, out, outcount, datatype%MPI_VAL, comm_old%MPI_VAL, comm_new%MPI_VAL, &
      MPI_IN_PLACE)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine move_to_old_ranks_f08(in, incount, out, outcount, datatype, comm_old, comm_new, ierror)
    use mpi_f08, only: MPI_IN_PLACE
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, intent(in) :: incount, outcount
    type(MPI_Datatype), intent(in) :: datatype
    type(MPI_Comm), intent(in) :: comm_old, comm_new
    integer, optional, intent(out) :: ierror
    integer :: error
    error = cwf_move_to_old_ranks(in, incount, out, outcount, datatype%MPI_VAL, comm_old%MPI_VAL, comm_new%MPI_VAL, &
      MPI_IN_PLACE)
    if (present(ierror)) ierror = error
  end subroutine

  subroutine type_commit_info_f08(datatype, info, ierror)
    type(MPI_Datatype), intent(inout) :: datatype
    type(MPI_Info), intent(in) :: info
    integer, optional, intent(out) :: ierror
    integer :: error
    call type_commit_info(datatype%MPI_VAL, info%MPI_VAL, error)
    if (present(ierror)) ierror = error
  end subroutine
end module
