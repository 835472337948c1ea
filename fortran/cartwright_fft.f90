! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> Distributed Fourier, sine and cosine transforms: cartwright/fft.h for Fortran, with mpi_f08 or mpi. fft.h describes
!> arguments and errors in full; docs/fft.md is the guide.
!>
!>     type(cw_fft_plan) :: plan
!>     type(cw_fft_array) :: mine
!>     call cw_fft_plan_create(MPI_COMM_WORLD, [nx, ny, nz], plan, basis='FFS', real=.true.)
!>     call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, mine)
!>     allocate (u(mine%first(1):mine%last(1), mine%first(2):mine%last(2), mine%first(3):mine%last(3)))
!>     call cw_fft_forward(plan, u, coefficients)
!>
!>  - Axes are in the order of Fortran: the first index is the fastest. The last axis in C is the first one here, for
!>    sizes, letters of the basis, kinds, boxes, and dims of the process grid. The process grid divides the last axes:
!>    grid = [p, q] divides y of a field u(x, y, z) into p parts and z into q. Real data has half of the coefficients
!>    along the first Fourier axis.
!>  - Indices count from 1: `first` is the global index of the first element that the process holds.
!>  - Arrays may have any rank. Their type must be that of the plan. Sections that are not contiguous are copied; the
!>    procedures that start a transform refuse them.
!>  - The status is the last argument, integer, optional, intent(out) :: ierror: CW_OK or another constant. The message
!>    is in cw_fft_last_error(). Without ierror a failure is an error stop with the message.
module cartwright_fft
  use, intrinsic :: iso_c_binding, only: c_null_char, c_null_ptr, c_ptr, c_sizeof
  use, intrinsic :: iso_fortran_env, only: int64
  use cartwright_fft_c
  use cartwright_fft_operators
  use cartwright_fft_plans
  use cartwright_status
  implicit none
  private

  public :: CW_OK, CW_INVALID_ARGUMENT, CW_OVERFLOW, CW_PARSE, CW_IO, CW_UNSUPPORTED, CW_NO_MEMORY, CW_INTERNAL, &
    CW_TIMEOUT, CW_PEER_FAILED
  public :: CW_FFT_DOUBLE, CW_FFT_FLOAT, CW_FFT_LONG_DOUBLE
  public :: CW_FFT_FOURIER, CW_FFT_NONE, CW_FFT_REDFT00, CW_FFT_REDFT01, CW_FFT_REDFT10, CW_FFT_REDFT11, &
    CW_FFT_RODFT00, CW_FFT_RODFT01, CW_FFT_RODFT10, CW_FFT_RODFT11, CW_FFT_R2HC, CW_FFT_HC2R, CW_FFT_DHT
  public :: CW_FFT_SCALE_NONE, CW_FFT_SCALE_BACKWARD, CW_FFT_SCALE_FORWARD, CW_FFT_SCALE_UNITARY
  public :: CW_FFT_ESTIMATE, CW_FFT_MEASURE, CW_FFT_PATIENT
  public :: CW_FFT_PHYSICAL, CW_FFT_SPECTRAL
  public :: cw_fft_plan, cw_fft_array, cw_fft_box, cw_fft_times

  public :: cw_fft_plan_create, cw_fft_plan_free, cw_fft_plan_array
  public :: cw_fft_forward, cw_fft_backward, cw_fft_forward_in_place, cw_fft_backward_in_place
  public :: cw_fft_forward_start, cw_fft_backward_start, cw_fft_finish, cw_fft_barrier
  public :: cw_fft_row, cw_fft_operator, cw_fft_apply, cw_fft_apply_in_place, cw_fft_wavenumber
  public :: cw_fft_apply_fields, cw_fft_apply_fields_in_place
  public :: cw_fft_laplacian, cw_fft_inverse_laplacian, cw_fft_gaussian, cw_fft_derivative, cw_fft_factors
  public :: cw_fft_projection, cw_fft_curl
  public :: cw_fft_explain, cw_fft_explain_json, cw_fft_plan_times, cw_fft_reset_times
  public :: cw_fft_plan_work_bytes, cw_fft_plan_buffer_bytes, cw_fft_alloc, cw_fft_dealloc
  public :: cw_fft_next_size, cw_fft_wisdom_save, cw_fft_wisdom_load, cw_fft_last_error

contains

  !> Transforms from physical to spectral space. Collective.
  !>   plan  a plan without an open transform
  !>   in    the physical array of this process, which is not changed
  !>   out   receives the spectral array; it must not overlap `in`
  subroutine cw_fft_forward(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_forward, in, out), ierror)
  end subroutine

  !> Transforms from spectral to physical space. Collective.
  !>   plan  a plan without an open transform
  !>   in    the spectral array of this process, which is not changed
  !>   out   receives the physical array; it must not overlap `in`
  subroutine cw_fft_backward(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_backward, in, out), ierror)
  end subroutine

  !> cw_fft_forward in place. Collective.
  !>   plan    a plan without an open transform
  !>   buffer  the physical array, then the spectral array: cw_fft_plan_buffer_bytes(plan) bytes or more, of any type
  subroutine cw_fft_forward_in_place(plan, buffer, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(inout) :: buffer(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform_in_place(plan%handle, c_forward, buffer), ierror)
  end subroutine

  !> cw_fft_backward in place. Collective. Arguments as for cw_fft_forward_in_place.
  subroutine cw_fft_backward_in_place(plan, buffer, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), contiguous, intent(inout) :: buffer(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform_in_place(plan%handle, c_backward, buffer), ierror)
  end subroutine

  !> Starts cw_fft_forward; cw_fft_finish ends it. Collective.
  !>   plan     a plan without an open transform
  !>   in, out  as for cw_fft_forward; in use until cw_fft_finish: declare them asynchronous
  subroutine cw_fft_forward_start(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), asynchronous, intent(in) :: in(..)
    type(*), asynchronous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_forward_start, in, out), ierror)
  end subroutine

  !> Starts cw_fft_backward; cw_fft_finish ends it. Collective. Arguments as for cw_fft_forward_start.
  subroutine cw_fft_backward_start(plan, in, out, ierror)
    type(cw_fft_plan), intent(in) :: plan
    type(*), asynchronous, intent(in) :: in(..)
    type(*), asynchronous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_fft_transform(plan%handle, plan%fields, c_backward_start, in, out), ierror)
  end subroutine

  !> Ends the open transform of a plan. Collective.
  subroutine cw_fft_finish(plan, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer, optional, intent(out) :: ierror
    call settle(c_finish(plan%handle), ierror)
  end subroutine

  !> Waits until all processes have called this procedure: MPI_Barrier with the timeout of the plan. Collective.
  subroutine cw_fft_barrier(plan, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer, optional, intent(out) :: ierror
    call settle(c_barrier(plan%handle), ierror)
  end subroutine

  !> The choices of a plan and their reasons, in a few lines. Local.
  function cw_fft_explain(plan) result(text)
    type(cw_fft_plan), intent(in) :: plan
    character(len=:), allocatable :: text
    text = text_at(c_explain(plan%handle))
  end function

  !> The same in JSON (docs/schemas/fft.schema.json). Local.
  function cw_fft_explain_json(plan) result(text)
    type(cw_fft_plan), intent(in) :: plan
    character(len=:), allocatable :: text
    text = text_at(c_explain_json(plan%handle))
  end function

  !> The times of this process, since planning or cw_fft_reset_times. Local.
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

  !> Sets the times of this process to 0. Local.
  subroutine cw_fft_reset_times(plan, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer, optional, intent(out) :: ierror
    call settle(c_reset_times(plan%handle), ierror)
  end subroutine

  !> Bytes of work space of this process, shared memory included. Local.
  subroutine cw_fft_plan_work_bytes(plan, bytes, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer(int64), intent(inout) :: bytes
    integer, optional, intent(out) :: ierror
    call settle(c_work_bytes(plan%handle, bytes), ierror)
  end subroutine

  !> Bytes of a buffer for transforms in place. Local.
  subroutine cw_fft_plan_buffer_bytes(plan, bytes, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer(int64), intent(inout) :: bytes
    integer, optional, intent(out) :: ierror
    call settle(c_buffer_bytes(plan%handle, bytes), ierror)
  end subroutine

  !> Allocates memory, aligned to pages, and on huge pages where the system has them. Local.
  !>   bytes   number of bytes, 0 or more
  !>   memory  receives the address, from which c_f_pointer makes an array
  subroutine cw_fft_alloc(bytes, memory, ierror)
    integer(int64), intent(in) :: bytes
    type(c_ptr), intent(inout) :: memory
    integer, optional, intent(out) :: ierror
    call settle(c_alloc(bytes, memory), ierror)
  end subroutine

  !> Frees memory of cw_fft_alloc, and sets `memory` to c_null_ptr. Local.
  subroutine cw_fft_dealloc(memory, ierror)
    type(c_ptr), intent(inout) :: memory
    integer, optional, intent(out) :: ierror
    integer :: status
    status = c_dealloc(memory)
    if (status == CW_OK) memory = c_null_ptr
    call settle(status, ierror)
  end subroutine

  !> The next size of an axis that transforms fast: a product of powers of 2, 3, 5 and 7. Local.
  !>   n     the least size, from 1 to 2^62
  !>   size  receives the next size
  subroutine cw_fft_next_size(n, size, ierror)
    integer(int64), intent(in) :: n
    integer(int64), intent(out) :: size
    integer, optional, intent(out) :: ierror
    call settle(c_next_size(n, size), ierror)
  end subroutine

  !> Saves the wisdom of FFTW to a file, which is replaced. Local: of many processes, one saves.
  subroutine cw_fft_wisdom_save(path, ierror)
    character(len=*), intent(in) :: path
    integer, optional, intent(out) :: ierror
    call settle(c_wisdom_save(trim(path)//c_null_char), ierror)
  end subroutine

  !> Loads a file of cw_fft_wisdom_save. Local: every process loads.
  subroutine cw_fft_wisdom_load(path, ierror)
    character(len=*), intent(in) :: path
    integer, optional, intent(out) :: ierror
    call settle(c_wisdom_load(trim(path)//c_null_char), ierror)
  end subroutine
end module
