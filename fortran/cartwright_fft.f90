! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> Distributed Fourier, sine and cosine transforms: cartwright/fft.h for Fortran, beside mpi_f08 or mpi. What the
!> procedures do, what is collective and which arguments are errors is said there; docs/fft.md is the guide.
!>
!>     type(cw_fft_plan) :: plan
!>     type(cw_fft_array) :: mine
!>     call cw_fft_plan_create(MPI_COMM_WORLD, [nx, ny, nz], plan, basis='FFS', real=.true.)
!>     call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, mine)
!>     allocate (u(mine%first(1):mine%last(1), mine%first(2):mine%last(2), mine%first(3):mine%last(3)))
!>     call cw_fft_forward(plan, u, coefficients)
!>
!>  - Axes are in Fortran's order: the first index is the fastest. What C calls the last axis is the first here, for
!>    sizes, letters of the basis, kinds, boxes, and the dims of the process grid, which cut the last axes: grid = [p, q]
!>    of a field u(x, y, z) cuts y into p parts and z into q. Of real data the first Fourier axis is halved.
!>  - Indices count from 1: of an axis that the process holds, `first` is the global index of the first element.
!>  - Arrays may have any rank. Their type must be that of the plan; sections that are not contiguous are copied, but
!>    for the split calls, which refuse them.
!>  - The status comes last, in `ierror`: CW_OK or why not, with cw_fft_last_error() for the sentence. Without ierror a
!>    failure is an error stop.
module cartwright_fft
  use, intrinsic :: iso_c_binding, only: c_null_char, c_null_ptr, c_ptr, c_sizeof
  use, intrinsic :: iso_fortran_env, only: int64
  use cartwright_fft_c
  use cartwright_fft_plans
  implicit none
  private

  public :: CW_OK, CW_INVALID_ARGUMENT, CW_OVERFLOW, CW_PARSE, CW_IO, CW_UNSUPPORTED, CW_NO_MEMORY, CW_INTERNAL
  public :: CW_FFT_DOUBLE, CW_FFT_FLOAT, CW_FFT_LONG_DOUBLE
  public :: CW_FFT_FOURIER, CW_FFT_NONE, CW_FFT_REDFT00, CW_FFT_REDFT01, CW_FFT_REDFT10, CW_FFT_REDFT11, &
    CW_FFT_RODFT00, CW_FFT_RODFT01, CW_FFT_RODFT10, CW_FFT_RODFT11, CW_FFT_R2HC, CW_FFT_HC2R, CW_FFT_DHT
  public :: CW_FFT_SCALE_NONE, CW_FFT_SCALE_BACKWARD, CW_FFT_SCALE_FORWARD, CW_FFT_SCALE_UNITARY
  public :: CW_FFT_ESTIMATE, CW_FFT_MEASURE, CW_FFT_PATIENT
  public :: CW_FFT_PHYSICAL, CW_FFT_SPECTRAL
  public :: cw_fft_plan, cw_fft_array, cw_fft_box, cw_fft_times

  public :: cw_fft_plan_create, cw_fft_plan_free, cw_fft_plan_array
  public :: cw_fft_forward, cw_fft_backward, cw_fft_forward_in_place, cw_fft_backward_in_place
  public :: cw_fft_forward_start, cw_fft_backward_start, cw_fft_finish
  public :: cw_fft_explain, cw_fft_explain_json, cw_fft_plan_times, cw_fft_reset_times
  public :: cw_fft_work_bytes, cw_fft_buffer_bytes, cw_fft_alloc, cw_fft_dealloc
  public :: cw_fft_wisdom_save, cw_fft_wisdom_load, cw_fft_last_error

contains

  subroutine cw_fft_forward(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_forward, in, out), ierror)
  end subroutine

  subroutine cw_fft_backward(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_backward, in, out), ierror)
  end subroutine

  !> `buffer`, of any type, has cw_fft_buffer_bytes(plan) bytes or more.
  subroutine cw_fft_forward_in_place(plan, buffer, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(inout) :: buffer(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform_in_place(plan%handle, c_forward, buffer), ierror)
  end subroutine

  subroutine cw_fft_backward_in_place(plan, buffer, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(inout) :: buffer(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform_in_place(plan%handle, c_backward, buffer), ierror)
  end subroutine

  !> Both arrays stay as they are until cw_fft_finish: declare them asynchronous.
  subroutine cw_fft_forward_start(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), asynchronous, intent(in) :: in(..)
    type(*), asynchronous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_forward_start, in, out), ierror)
  end subroutine

  subroutine cw_fft_backward_start(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), asynchronous, intent(in) :: in(..)
    type(*), asynchronous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_backward_start, in, out), ierror)
  end subroutine

  subroutine cw_fft_finish(plan, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer, optional, intent(out) :: ierror
    call settle(c_finish(plan%handle), ierror)
  end subroutine

  !> A few lines of text.
  function cw_fft_explain(plan) result(text)
    type(cw_fft_plan), intent(in) :: plan
    character(len=:), allocatable :: text
    text = text_at(c_explain(plan%handle))
  end function

  function cw_fft_explain_json(plan) result(text)
    type(cw_fft_plan), intent(in) :: plan
    character(len=:), allocatable :: text
    text = text_at(c_explain_json(plan%handle))
  end function

  subroutine cw_fft_plan_times(plan, times, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(cw_fft_times), intent(inout) :: times
    integer, optional, intent(out) :: ierror
    type(c_times) :: c
    integer :: status
    c%size = c_sizeof(c)
    status = c_plan_times(plan%handle, c)
    if (status == CW_OK) times = cw_fft_times(c%forward, c%backward, c%total, c%fft, c%pack, c%copy, c%wait)
    call settle(status, ierror)
  end subroutine

  subroutine cw_fft_reset_times(plan, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer, optional, intent(out) :: ierror
    call settle(c_reset_times(plan%handle), ierror)
  end subroutine

  subroutine cw_fft_work_bytes(plan, bytes, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer(int64), intent(inout) :: bytes
    integer, optional, intent(out) :: ierror
    call settle(c_work_bytes(plan%handle, bytes), ierror)
  end subroutine

  subroutine cw_fft_buffer_bytes(plan, bytes, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer(int64), intent(inout) :: bytes
    integer, optional, intent(out) :: ierror
    call settle(c_buffer_bytes(plan%handle, bytes), ierror)
  end subroutine

  !> Memory on pages of its own, huge ones where the system has them. c_f_pointer makes an array of it.
  subroutine cw_fft_alloc(bytes, memory, ierror)
    integer(int64), intent(in) :: bytes
    type(c_ptr), intent(inout) :: memory
    integer, optional, intent(out) :: ierror
    call settle(c_alloc(bytes, memory), ierror)
  end subroutine

  subroutine cw_fft_dealloc(memory)
    type(c_ptr), intent(inout) :: memory
    call c_dealloc(memory)
    memory = c_null_ptr
  end subroutine

  subroutine cw_fft_wisdom_save(path, ierror)
    character(len=*), intent(in) :: path
    integer, optional, intent(out) :: ierror
    call settle(c_wisdom_save(trim(path)//c_null_char), ierror)
  end subroutine

  subroutine cw_fft_wisdom_load(path, ierror)
    character(len=*), intent(in) :: path
    integer, optional, intent(out) :: ierror
    call settle(c_wisdom_load(trim(path)//c_null_char), ierror)
  end subroutine
end module
