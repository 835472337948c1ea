! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The functions of glue.c, which take integer handles and integers of C. For the modules of this folder only.
module cartwright_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_size_t
  implicit none
  public

  ! Recognized by its address, as the sentinels of MPI.
  real(c_double), bind(C, name='cwf_weights_equal'), protected :: MPIX_WEIGHTS_EQUAL(1) = 0

  ! cw_cart_report of mpix.h
  type, bind(C) :: c_report
    integer(c_size_t) :: size
    integer(c_int) :: nodes, reordered
    real(c_double) :: j_sum, j_max, j_sum_before, j_max_before, lower_bound
    real(c_double) :: data_share, data_share_before, data_share_bound, gap, seconds
    character(kind=c_char) :: tier(16), mapping(64)
    real(c_double) :: busiest_link, busiest_link_before
  end type

  interface
    integer(c_int) function cwf_cart_stencil_comm(oldcomm, ndims, dims, periods, reorder, stencil, k, cartcomm) bind(C)
      import
      integer(c_int), value :: oldcomm, ndims, reorder, k
      integer(c_int), intent(in) :: dims(*), periods(*), stencil(*)
      integer(c_int), intent(out) :: cartcomm
    end function

    integer(c_int) function cwf_dims_weighted_create(nnodes, ndims, dim_weights, periods, info, dims) bind(C)
      import
      integer(c_int), value :: nnodes, ndims, info
      real(c_double), intent(in) :: dim_weights(*)
      integer(c_int), intent(in) :: periods(*)
      integer(c_int), intent(inout) :: dims(*)
    end function

    integer(c_int) function cwf_dims_ml_create(nnodes, ndims, dim_weights, nlevels, sizes, periods, info, dims_ml) &
      bind(C)
      import
      integer(c_int), value :: nnodes, ndims, nlevels, info
      real(c_double), intent(in) :: dim_weights(*)
      integer(c_int), intent(in) :: sizes(*), periods(*)
      integer(c_int), intent(inout) :: dims_ml(*)
    end function

    integer(c_int) function cwf_cart_weighted_create(comm_old, ndims, dim_weights, periods, info, dims, comm_cart) &
      bind(C)
      import
      integer(c_int), value :: comm_old, ndims, info
      real(c_double), intent(in) :: dim_weights(*)
      integer(c_int), intent(in) :: periods(*)
      integer(c_int), intent(inout) :: dims(*)
      integer(c_int), intent(out) :: comm_cart
    end function

    integer(c_int) function cwf_cart_ml_create_from_types(comm_old, nsplit_types, ndims, periods, split_types, &
      dim_weights, info, dims, comm_cart) bind(C)
      import
      integer(c_int), value :: comm_old, nsplit_types, ndims, info
      integer(c_int), intent(in) :: periods(*), split_types(*)
      real(c_double), intent(in) :: dim_weights(*)
      integer(c_int), intent(inout) :: dims(*)
      integer(c_int), intent(out) :: comm_cart
    end function

    integer(c_int) function cwf_cart_ml_create_from_comms(nlevels, level_comms, ndims, dim_weights, periods, info, &
      dims, comm_cart) bind(C)
      import
      integer(c_int), value :: nlevels, ndims, info
      integer(c_int), intent(in) :: level_comms(*), periods(*)
      real(c_double), intent(in) :: dim_weights(*)
      integer(c_int), intent(inout) :: dims(*)
      integer(c_int), intent(out) :: comm_cart
    end function

    integer(c_int) function cwf_cart_ml_create(comm_old, ndims, periods, nlevels, dims_ml, info, dims, comm_cart) &
      bind(C)
      import
      integer(c_int), value :: comm_old, ndims, nlevels, info
      integer(c_int), intent(in) :: periods(*), dims_ml(*)
      integer(c_int), intent(inout) :: dims(*)
      integer(c_int), intent(out) :: comm_cart
    end function

    integer(c_int) function cwf_comm_report(comm, report) bind(C)
      import
      integer(c_int), value :: comm
      type(c_report), intent(inout) :: report
    end function

    integer(c_int) function cwf_translate_ranks(comm_old, n, old_ranks, comm_new, new_ranks) bind(C)
      import
      integer(c_int), value :: comm_old, n, comm_new
      integer(c_int), intent(in) :: old_ranks(*)
      integer(c_int), intent(inout) :: new_ranks(*)
    end function

    integer(c_int) function cwf_move_to_new_ranks(in, incount, out, outcount, datatype, comm_old, comm_new, in_place) &
      bind(C)
      import
      type(*), contiguous, intent(in) :: in(..), in_place(..)
      type(*), contiguous, intent(inout) :: out(..)
      integer(c_int), value :: incount, outcount, datatype, comm_old, comm_new
    end function

    integer(c_int) function cwf_move_to_old_ranks(in, incount, out, outcount, datatype, comm_old, comm_new, in_place) &
      bind(C)
      import
      type(*), contiguous, intent(in) :: in(..), in_place(..)
      type(*), contiguous, intent(inout) :: out(..)
      integer(c_int), value :: incount, outcount, datatype, comm_old, comm_new
    end function

    integer(c_int) function cwf_type_commit_info(datatype, info) bind(C)
      import
      integer(c_int), intent(inout) :: datatype
      integer(c_int), value :: info
    end function
  end interface
end module
