! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Constants, types and the life of plans, for the module cartwright_fft.
module cartwright_fft_plans
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, c_int, c_int64_t, c_loc, c_null_char, &
    c_null_ptr, c_ptr, c_sizeof
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08, only: MPI_Comm
  use cartwright_fft_c
  implicit none
  private

  integer, parameter, public :: CW_OK = 0, CW_INVALID_ARGUMENT = 1, CW_OVERFLOW = 2, CW_PARSE = 3, CW_IO = 4, &
    CW_UNSUPPORTED = 5, CW_NO_MEMORY = 6, CW_INTERNAL = 7
  !> precision
  integer, parameter, public :: CW_FFT_DOUBLE = 0, CW_FFT_FLOAT = 1, CW_FFT_LONG_DOUBLE = 2
  !> kinds
  integer, parameter, public :: CW_FFT_FOURIER = 0, CW_FFT_NONE = 1, CW_FFT_REDFT00 = 2, CW_FFT_REDFT01 = 3, &
    CW_FFT_REDFT10 = 4, CW_FFT_REDFT11 = 5, CW_FFT_RODFT00 = 6, CW_FFT_RODFT01 = 7, CW_FFT_RODFT10 = 8, &
    CW_FFT_RODFT11 = 9, CW_FFT_R2HC = 10, CW_FFT_HC2R = 11, CW_FFT_DHT = 12
  !> scale
  integer, parameter, public :: CW_FFT_SCALE_NONE = 0, CW_FFT_SCALE_BACKWARD = 1, CW_FFT_SCALE_FORWARD = 2, &
    CW_FFT_SCALE_UNITARY = 3
  !> effort
  integer, parameter, public :: CW_FFT_ESTIMATE = 0, CW_FFT_MEASURE = 1, CW_FFT_PATIENT = 2
  !> spaces
  integer, parameter, public :: CW_FFT_PHYSICAL = 0, CW_FFT_SPECTRAL = 1

  !> Freed by cw_fft_plan_free only. Copies are the same plan. Its members are not for programs.
  type, public :: cw_fft_plan
    type(c_ptr) :: handle = c_null_ptr
    integer(int64) :: fields = 1
  end type

  !> What a process holds of the physical or the spectral array.
  type, public :: cw_fft_array
    integer, allocatable :: global(:)         !< entries along each axis
    integer, allocatable :: first(:), last(:) !< global indices, from 1, of what the process holds
    integer, allocatable :: count(:)          !< last - first + 1
    integer, allocatable :: axes(:)           !< in memory order, the fastest first: [1, 2, 3], if not transposed
    integer(int64), allocatable :: stride(:)  !< elements from one to the next along each axis
    integer(int64) :: elements = 0            !< in one field
    integer(int64) :: field_stride = 0        !< elements from one field to the next
    integer(int64) :: element_bytes = 0
    logical :: is_complex = .false.
  end type

  !> A part of an array: global indices, from 1, along each axis.
  type, public :: cw_fft_box
    integer, allocatable :: first(:), last(:)
  end type

  !> Seconds that this process has spent.
  type, public :: cw_fft_times
    integer(int64) :: forward = 0, backward = 0 !< transforms done
    real(real64) :: total = 0, fft = 0, pack = 0, copy = 0, wait = 0
  end type

  !> call cw_fft_plan_create(comm, n, plan [, basis, kinds, real, precision, fields, physical, scale, transposed, grid, &
  !>                         order, method, effort, physical_box, spectral_box, share, ierror])
  public :: cw_fft_plan_create
  interface cw_fft_plan_create
    procedure plan_create, plan_create_f08
  end interface

  public :: cw_fft_plan_free, cw_fft_plan_array, cw_fft_last_error

  ! For cartwright_fft.
  public :: settle, text_at

contains

  subroutine plan_create_f08(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, grid, &
    order, method, effort, physical_box, spectral_box, share, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: n(:)
    type(cw_fft_plan), intent(inout) :: plan
    character(len=*), optional, intent(in) :: basis, order, method
    integer, optional, intent(in) :: kinds(:), precision, fields, physical(:), scale, grid(:), effort
    logical, optional, intent(in) :: real, transposed
    type(cw_fft_box), optional, intent(in) :: physical_box, spectral_box
    type(cw_fft_plan), optional, intent(in) :: share
    integer, optional, intent(out) :: ierror
    call plan_create(comm%MPI_VAL, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, grid, &
      order, method, effort, physical_box, spectral_box, share, ierror)
  end subroutine

  subroutine plan_create(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, grid, &
    order, method, effort, physical_box, spectral_box, share, ierror)
    integer, intent(in) :: comm, n(:)
    type(cw_fft_plan), intent(inout) :: plan
    character(len=*), optional, intent(in) :: basis, order, method
    integer, optional, intent(in) :: kinds(:), precision, fields, physical(:), scale, grid(:), effort
    logical, optional, intent(in) :: real, transposed
    type(cw_fft_box), optional, intent(in) :: physical_box, spectral_box
    type(cw_fft_plan), optional, intent(in) :: share
    integer, optional, intent(out) :: ierror

    type(c_options) :: c
    type(cw_fft_plan) :: made
    integer(c_int64_t), target :: c_physical(size(n))
    integer(c_int), target :: c_kinds(size(n))
    integer(c_int), allocatable, target :: c_grid(:)
    character(len=:), allocatable, target :: c_basis, c_order, c_method
    type(c_box), target :: boxes(2)
    integer :: ndims

    ndims = size(n)
    if (.not. has_extent(kinds, ndims) .or. .not. has_extent(physical, ndims) .or. .not. box_fits(physical_box, ndims) &
      .or. .not. box_fits(spectral_box, ndims)) then
      call settle(cwf_fft_refuse('kinds, physical and boxes need an entry for each axis'//c_null_char), ierror)
      return
    end if

    if (present(basis)) c_basis = reversed(trim(basis))//c_null_char
    if (present(basis)) c%basis = c_loc(c_basis)
    if (present(kinds)) c_kinds = kinds(ndims:1:-1)
    if (present(kinds)) c%kinds = c_loc(c_kinds)
    if (present(real)) c%real = merge(1, 0, real)
    if (present(precision)) c%precision = precision
    if (present(fields)) c%fields = fields
    if (present(physical)) c_physical = physical(ndims:1:-1)
    if (present(physical)) c%physical = c_loc(c_physical)
    if (present(scale)) c%scale = scale
    if (present(transposed)) c%transposed = merge(1, 0, transposed)
    if (present(grid)) then
      c_grid = int(grid(size(grid):1:-1), c_int)
      c%grid_ndims = size(grid)
      if (size(grid) > 0) c%grid = c_loc(c_grid)
    end if
    if (present(order)) c_order = trim(order)//c_null_char
    if (present(order)) c%order = c_loc(c_order)
    if (present(method)) c_method = trim(method)//c_null_char
    if (present(method)) c%method = c_loc(c_method)
    if (present(effort)) c%effort = effort
    if (present(physical_box)) boxes(1) = c_box_of(physical_box)
    if (present(physical_box)) c%physical_box = c_loc(boxes(1))
    if (present(spectral_box)) boxes(2) = c_box_of(spectral_box)
    if (present(spectral_box)) c%spectral_box = c_loc(boxes(2))
    if (present(share)) c%share = share%handle

    if (present(fields)) made%fields = max(fields, 1)
    call settle(cwf_fft_plan_create(comm, ndims, int(n(ndims:1:-1), c_int64_t), c, made%handle), ierror)
    if (c_associated(made%handle)) plan = made
  end subroutine

  subroutine cw_fft_plan_free(plan, ierror)
    type(cw_fft_plan), intent(inout) :: plan
    integer, optional, intent(out) :: ierror
    integer :: status
    status = c_plan_free(plan%handle)
    if (status == CW_OK) plan%handle = c_null_ptr
    call settle(status, ierror)
  end subroutine

  !> Of the calling process, or of another one of the plan's communicator.
  subroutine cw_fft_plan_array(plan, space, array, rank, ierror)
    type(cw_fft_plan), intent(in) :: plan
    integer, intent(in) :: space
    type(cw_fft_array), intent(inout) :: array
    integer, optional, intent(in) :: rank
    integer, optional, intent(out) :: ierror
    type(c_array) :: c
    integer :: of_rank, status, ndims, i, k
    of_rank = -1
    if (present(rank)) of_rank = rank
    c%size = c_sizeof(c)
    status = c_plan_array(plan%handle, space, of_rank, c)
    call settle(status, ierror)
    if (status /= CW_OK) return
    ndims = int(c%ndims)
    array%global = int(c%global(ndims:1:-1))
    array%first = int(c%start(ndims:1:-1)) + 1
    array%count = int(c%count(ndims:1:-1))
    array%last = array%first + array%count - 1
    array%stride = c%stride(ndims:1:-1)
    array%elements = c%elements
    array%field_stride = c%field_stride
    array%element_bytes = c%element_bytes
    array%is_complex = c%complex_data /= 0
    ! Sorted by stride, by insertion.
    array%axes = [integer ::]
    do i = 1, ndims
      k = count(array%stride(array%axes) <= array%stride(i))
      array%axes = [array%axes(:k), i, array%axes(k + 1:)]
    end do
  end subroutine

  !> What C has there, "" for a null pointer. (Before its uses, which gfortran 12 fails to compile otherwise.)
  function text_at(address) result(text)
    type(c_ptr), intent(in) :: address
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: chars(:)
    integer :: i
    text = ''
    if (.not. c_associated(address)) return
    call c_f_pointer(address, chars, [c_strlen(address)])
    text = repeat(' ', size(chars))
    do i = 1, size(chars)
      text(i:i) = chars(i)
    end do
  end function

  !> Why the last failing call of this thread failed.
  function cw_fft_last_error() result(text)
    character(len=:), allocatable :: text
    type(c_ptr) :: words
    words = cwf_fft_last_error()
    text = text_at(words)
  end function

  subroutine settle(status, ierror)
    integer(c_int), intent(in) :: status
    integer, optional, intent(out) :: ierror
    if (status > CW_OK) call cwf_fft_forget()
    if (present(ierror)) then
      ierror = merge(CW_INVALID_ARGUMENT, int(status), status < CW_OK)
    else if (status /= CW_OK) then
      error stop 'Cartwright: '//cw_fft_last_error()
    end if
  end subroutine

  logical function has_extent(values, extent)
    integer, optional, intent(in) :: values(:)
    integer, intent(in) :: extent
    has_extent = .true.
    if (present(values)) has_extent = size(values) == extent
  end function

  logical function box_fits(box, ndims)
    type(cw_fft_box), optional, intent(in) :: box
    integer, intent(in) :: ndims
    box_fits = .true.
    if (.not. present(box)) return
    box_fits = allocated(box%first) .and. allocated(box%last) .and. ndims <= max_dims
    if (box_fits) box_fits = size(box%first) == ndims .and. size(box%last) == ndims
  end function

  type(c_box) function c_box_of(box) result(c)
    type(cw_fft_box), intent(in) :: box
    integer :: ndims
    ndims = size(box%first)
    c%start(:ndims) = box%first(ndims:1:-1) - 1
    c%count(:ndims) = box%last(ndims:1:-1) - box%first(ndims:1:-1) + 1
  end function

  function reversed(text)
    character(len=*), intent(in) :: text
    character(len=len(text)) :: reversed
    integer :: i
    do i = 1, len(text)
      reversed(i:i) = text(len(text) + 1 - i:len(text) + 1 - i)
    end do
  end function
end module
