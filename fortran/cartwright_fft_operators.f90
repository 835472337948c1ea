! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Operators between transforms, for the module cartwright_fft: cartwright/fft_operators.h for Fortran.
module cartwright_fft_operators
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_funloc, c_int, c_null_ptr, c_ptr
  use cartwright_fft_c
  use cartwright_fft_plans
  implicit none
  private

  public :: cw_fft_operator, cw_fft_apply, cw_fft_apply_in_place, cw_fft_wavenumber
  public :: cw_fft_apply_fields, cw_fft_apply_fields_in_place
  !> A row of coefficients, with the members of cw_fft_row of C. Axes are in the order of Fortran; `axis`, `start`,
  !> `field` and `offset` count from 1.
  public :: cw_fft_row
  !> The Laplacian: multiplies by -k^2, the sum of the squares of the wave numbers.
  public :: cw_fft_laplacian
  !> The inverse of the Laplacian, which solves Poisson's equation. The result has the mean 0.
  public :: cw_fft_inverse_laplacian
  !> A Gaussian filter: multiplies by exp(-s k^2). Its data is c_loc(s), where s is real(c_double).
  public :: cw_fft_gaussian
  !> The first derivative along a Fourier axis. Its data is c_loc(axis), where axis is integer(c_int) and counts from 1.
  public :: cw_fft_derivative
  !> Multiplies by an array of factors, in a plan with transposed=.true. Its data is c_loc(factors), where factors are as
  !> the spectral array of one field.
  public :: cw_fft_factors
  !> For cw_fft_apply_fields: the projection on fields without divergence. Fields are the components of a vector, one
  !> along each axis in their order, or along those of its data: c_loc(axes), integer(c_int), which count from 1.
  public :: cw_fft_projection
  !> For cw_fft_apply_fields: the curl of a vector of 3 fields, whose data is that of cw_fft_projection.
  public :: cw_fft_curl

  interface
    !> An operator. It is called once for each row of coefficients that the process holds, in any order.
    !>   row   `count` coefficients along `axis`, to be changed in place: c_f_pointer makes an array of their address,
    !>         `values`. With cw_fft_apply_fields it makes an array of `fields` such addresses of `values_of`
    !>   data  as passed to cw_fft_apply
    subroutine cw_fft_operator(row, data) bind(C)
      import :: c_ptr, cw_fft_row
      type(cw_fft_row), intent(in) :: row
      type(c_ptr), value :: data
    end subroutine
  end interface

  ! Those of fft_operators.h.
  procedure(cw_fft_operator), bind(C, name='cw_fft_laplacian') :: cw_fft_laplacian
  procedure(cw_fft_operator), bind(C, name='cw_fft_inverse_laplacian') :: cw_fft_inverse_laplacian
  procedure(cw_fft_operator), bind(C, name='cw_fft_gaussian') :: cw_fft_gaussian
  procedure(cw_fft_operator), bind(C, name='cw_fft_derivative') :: cw_fft_derivative
  procedure(cw_fft_operator), bind(C, name='cw_fft_factors') :: cw_fft_factors
  procedure(cw_fft_operator), bind(C, name='cw_fft_projection') :: cw_fft_projection
  procedure(cw_fft_operator), bind(C, name='cw_fft_curl') :: cw_fft_curl

  integer(c_int), parameter :: each_field = 0, all_fields = 1

contains

  !> Transforms forward, applies an operator to the coefficients, and transforms backward. Collective.
  !>   plan      a plan without an open transform
  !>   function  cw_fft_laplacian, cw_fft_inverse_laplacian, cw_fft_gaussian, cw_fft_derivative, cw_fft_factors, or
  !>             a procedure of the user
  !>   in        the physical array of this process, which is not changed
  !>   out       receives the physical array; it must not overlap `in`
  !>   data      passed to the operator; c_null_ptr by default
  subroutine cw_fft_apply(plan, function, in, out, data, ierror)
    type(cw_fft_plan), intent(in) :: plan
    procedure(cw_fft_operator) :: function
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    type(c_ptr), optional, intent(in) :: data
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_apply(plan%handle, plan%fields, each_field, c_funloc(function), address(data), in, out), ierror)
  end subroutine

  !> cw_fft_apply in place. Collective.
  !>   buffer  the physical array of this process; receives the result
  subroutine cw_fft_apply_in_place(plan, function, buffer, data, ierror)
    type(cw_fft_plan), intent(in) :: plan
    procedure(cw_fft_operator) :: function
    type(*), contiguous, intent(inout) :: buffer(..)
    type(c_ptr), optional, intent(in) :: data
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_apply(plan%handle, plan%fields, each_field, c_funloc(function), address(data), buffer, buffer), &
      ierror)
  end subroutine

  !> cw_fft_apply with an operator that takes a row of all fields at once. Collective.
  !>   function  cw_fft_projection, cw_fft_curl, or a procedure of the user
  !>   in        as for cw_fft_apply
  !>   out       as for cw_fft_apply
  subroutine cw_fft_apply_fields(plan, function, in, out, data, ierror)
    type(cw_fft_plan), intent(in) :: plan
    procedure(cw_fft_operator) :: function
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    type(c_ptr), optional, intent(in) :: data
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_apply(plan%handle, plan%fields, all_fields, c_funloc(function), address(data), in, out), ierror)
  end subroutine

  !> cw_fft_apply_fields in place. Collective.
  !>   buffer  the physical array of this process; receives the result
  subroutine cw_fft_apply_fields_in_place(plan, function, buffer, data, ierror)
    type(cw_fft_plan), intent(in) :: plan
    procedure(cw_fft_operator) :: function
    type(*), contiguous, intent(inout) :: buffer(..)
    type(c_ptr), optional, intent(in) :: data
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_apply(plan%handle, plan%fields, all_fields, c_funloc(function), address(data), buffer, buffer), &
      ierror)
  end subroutine

  !> The wave number of coefficient `i` of a row, from 1, along an axis. Local.
  function cw_fft_wavenumber(row, axis, i) result(k)
    type(cw_fft_row), intent(in) :: row
    integer, intent(in) :: axis, i
    real(c_double) :: k
    real(c_double), pointer :: along(:)
    call c_f_pointer(row%k(axis), along, [row%count])
    k = along(merge(i, 1, axis == row%axis))
  end function

  type(c_ptr) function address(data)
    type(c_ptr), optional, intent(in) :: data
    address = c_null_ptr
    if (present(data)) address = data
  end function
end module
