! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The interfaces of cartwright/fft.h, cartwright/poisson.h and glue_fft.c. For their modules only.
module cartwright_fft_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int, c_int64_t, c_null_ptr, c_ptr, c_size_t
  implicit none
  public

  integer, parameter :: max_dims = 16

  ! cw_fft_options
  type, bind(C) :: c_options
    integer(c_size_t) :: size = 0
    type(c_ptr) :: basis = c_null_ptr, kinds = c_null_ptr
    integer(c_int) :: real = 0, precision = 0
    integer(c_int64_t) :: fields = 0
    type(c_ptr) :: physical = c_null_ptr
    integer(c_int) :: scale = 0, transposed = 0
    integer(c_size_t) :: grid_ndims = 0
    type(c_ptr) :: grid = c_null_ptr, order = c_null_ptr, method = c_null_ptr
    integer(c_int) :: effort = 0
    type(c_ptr) :: physical_box = c_null_ptr, spectral_box = c_null_ptr, share = c_null_ptr
    integer(c_int) :: memory = 0
    type(c_ptr) :: stream = c_null_ptr
    real(c_double) :: timeout = 0
    type(c_ptr) :: lengths = c_null_ptr
  end type

  ! cw_poisson_options
  type, bind(C) :: c_poisson_options
    integer(c_size_t) :: size = 0
    type(c_ptr) :: boundaries = c_null_ptr, centering = c_null_ptr, lengths = c_null_ptr
    real(c_double) :: lambda = 0
    integer(c_int) :: laplacian = 0, complex_data = 0
    type(c_ptr) :: fft = c_null_ptr, faces = c_null_ptr
  end type

  ! cw_fft_box
  type, bind(C) :: c_box
    integer(c_int64_t) :: start(max_dims) = 0, count(max_dims) = 0
  end type

  ! cw_fft_array
  type, bind(C) :: c_array
    integer(c_size_t) :: size = 0, ndims = 0
    integer(c_int64_t) :: global(max_dims) = 0, start(max_dims) = 0, count(max_dims) = 0, stride(max_dims) = 0
    integer(c_int64_t) :: elements = 0, field_stride = 0, element_bytes = 0
    integer(c_int) :: complex_data = 0
  end type

  ! cw_fft_times
  type, bind(C) :: c_times
    integer(c_size_t) :: size = 0
    integer(c_int64_t) :: forward = 0, backward = 0
    real(c_double) :: total = 0, fft = 0, pack = 0, copy = 0, wait = 0
  end type

  ! cw_fft_row, in the order of Fortran.
  type, bind(C) :: cw_fft_row
    type(c_ptr) :: values
    integer(c_int64_t) :: count
    integer(c_size_t) :: axis, ndims
    integer(c_int64_t) :: n(max_dims), start(max_dims)
    type(c_ptr) :: k(max_dims)
    integer(c_int64_t) :: field, offset
    integer(c_int) :: precision, complex_data
    integer(c_int64_t) :: fields
    type(c_ptr) :: values_of
  end type

  ! The transforms of cwf_fft_transform.
  enum, bind(C)
    enumerator :: c_forward = 0, c_backward, c_forward_start, c_backward_start
  end enum

  interface
    integer(c_int) function cwf_fft_plan_create(comm, ndims, n, options, plan) bind(C)
      import
      integer(c_int), value :: comm, ndims
      integer(c_int64_t), intent(in) :: n(*)
      type(c_options), intent(in) :: options
      type(c_ptr), intent(inout) :: plan
    end function

    integer(c_int) function cwf_fft_transform(plan, fields, what, in, out) bind(C)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), value :: fields
      integer(c_int), value :: what
      type(*), asynchronous, intent(in) :: in(..)
      type(*), asynchronous, intent(inout) :: out(..)
    end function

    integer(c_int) function cwf_fft_transform_in_place(plan, what, buffer) bind(C)
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: what
      type(*), intent(inout) :: buffer(..)
    end function

    integer(c_int) function cwf_fft_apply(plan, fields, all_fields, function, data, in, out) bind(C)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), value :: fields
      integer(c_int), value :: all_fields
      type(c_funptr), value :: function
      type(c_ptr), value :: data
      type(*), intent(in) :: in(..)
      type(*), intent(inout) :: out(..)
    end function

    integer(c_int) function cwf_poisson_create(comm, ndims, n, options, fft, solver) bind(C)
      import
      integer(c_int), value :: comm, ndims
      integer(c_int64_t), intent(in) :: n(*)
      type(c_poisson_options), intent(inout) :: options
      type(c_options), intent(in) :: fft
      type(c_ptr), intent(inout) :: solver
    end function

    integer(c_int) function cwf_poisson_points(solver, axis, first, spacing) bind(C)
      import
      type(c_ptr), value :: solver
      integer(c_int), value :: axis
      real(c_double), intent(inout) :: first, spacing
    end function

    integer(c_int) function cwf_poisson_solve(solver, fields, in, out) bind(C)
      import
      type(c_ptr), value :: solver
      integer(c_int64_t), value :: fields
      type(*), intent(in) :: in(..)
      type(*), intent(inout) :: out(..)
    end function

    integer(c_int) function c_poisson_free(solver) bind(C, name='cw_poisson_free')
      import
      type(c_ptr), value :: solver
    end function

    integer(c_int) function c_poisson_plan(solver, plan) bind(C, name='cw_poisson_plan')
      import
      type(c_ptr), value :: solver
      type(c_ptr), intent(inout) :: plan
    end function

    type(c_ptr) function c_poisson_explain(solver) bind(C, name='cw_poisson_explain')
      import
      type(c_ptr), value :: solver
    end function

    type(c_ptr) function c_last_error() bind(C, name='cw_fft_last_error')
      import
    end function

    integer(c_int) function c_plan_free(plan) bind(C, name='cw_fft_plan_free')
      import
      type(c_ptr), value :: plan
    end function

    integer(c_int) function c_plan_array(plan, space, rank, array) bind(C, name='cw_fft_plan_array')
      import
      type(c_ptr), value :: plan
      integer(c_int), value :: space, rank
      type(c_array), intent(inout) :: array
    end function

    integer(c_int) function c_buffer_bytes(plan, bytes) bind(C, name='cw_fft_plan_buffer_bytes')
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: bytes
    end function

    integer(c_int) function c_work_bytes(plan, bytes) bind(C, name='cw_fft_plan_work_bytes')
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: bytes
    end function

    integer(c_int) function c_alloc(bytes, memory) bind(C, name='cw_fft_alloc')
      import
      integer(c_int64_t), value :: bytes
      type(c_ptr), intent(inout) :: memory
    end function

    integer(c_int) function c_dealloc(memory) bind(C, name='cw_fft_dealloc')
      import
      type(c_ptr), value :: memory
    end function

    integer(c_int) function c_finish(plan) bind(C, name='cw_fft_finish')
      import
      type(c_ptr), value :: plan
    end function

    integer(c_int) function c_barrier(plan) bind(C, name='cw_fft_barrier')
      import
      type(c_ptr), value :: plan
    end function

    type(c_ptr) function c_explain(plan) bind(C, name='cw_fft_explain')
      import
      type(c_ptr), value :: plan
    end function

    type(c_ptr) function c_explain_json(plan) bind(C, name='cw_fft_explain_json')
      import
      type(c_ptr), value :: plan
    end function

    integer(c_int) function c_plan_times(plan, times) bind(C, name='cw_fft_plan_times')
      import
      type(c_ptr), value :: plan
      type(c_times), intent(inout) :: times
    end function

    integer(c_int) function c_reset_times(plan) bind(C, name='cw_fft_reset_times')
      import
      type(c_ptr), value :: plan
    end function

    integer(c_int) function c_next_size(n, size) bind(C, name='cw_fft_next_size')
      import
      integer(c_int64_t), value :: n
      integer(c_int64_t), intent(out) :: size
    end function

    integer(c_int) function c_wisdom_save(path) bind(C, name='cw_fft_wisdom_save')
      import
      character(kind=c_char), intent(in) :: path(*)
    end function

    integer(c_int) function c_wisdom_load(path) bind(C, name='cw_fft_wisdom_load')
      import
      character(kind=c_char), intent(in) :: path(*)
    end function
  end interface
end module
