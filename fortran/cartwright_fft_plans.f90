! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! Constants, types, and making and freeing plans, for the module cartwright_fft.
module cartwright_fft_plans
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_f_pointer, c_int, c_int64_t, c_loc, c_null_char, &
    c_null_ptr, c_ptr, c_sizeof
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08, only: MPI_Comm
  use cartwright_fft_c
  use cartwright_status
  implicit none
  private

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

  !> A plan, freed by cw_fft_plan_free only. A copy refers to the same plan. The members are private to Cartwright.
  type, public :: cw_fft_plan
    type(c_ptr) :: handle = c_null_ptr
    integer(int64) :: fields = 1
  end type

  !> The part of the physical or the spectral array that a process holds.
  type, public :: cw_fft_array
    integer, allocatable :: global(:)         !< entries of the whole array along each axis
    integer, allocatable :: first(:), last(:) !< first and last global index, from 1, of this part
    integer, allocatable :: count(:)          !< last - first + 1
    integer, allocatable :: axes(:)           !< axes in memory order, the fastest first: [1, 2, 3], if not transposed
    integer(int64), allocatable :: stride(:)  !< elements of memory from one entry to the next along each axis
    integer(int64) :: elements = 0            !< elements of this part in one field
    integer(int64) :: field_stride = 0        !< elements of memory from one field to the next
    integer(int64) :: element_bytes = 0       !< bytes of an element
    logical :: is_complex = .false.           !< whether elements are complex
  end type

  !> A part of an array: the first and the last global index, from 1, along each axis.
  type, public :: cw_fft_box
    integer, allocatable :: first(:), last(:)
  end type

  !> Times of this process, in seconds.
  type, public :: cw_fft_times
    integer(int64) :: forward = 0  !< number of forward transforms
    integer(int64) :: backward = 0 !< number of backward transforms
    real(real64) :: total = 0      !< in all transforms
    real(real64) :: fft = 0        !< in 1-D and 2-D transforms of this process
    real(real64) :: pack = 0       !< copying into and out of message buffers
    real(real64) :: copy = 0       !< copying directly between arrays of processes
    real(real64) :: wait = 0       !< waiting for other processes, and in MPI
  end type

  !> Makes a plan. Collective over comm. All arguments after `plan` are optional keywords.
  !>
  !> call cw_fft_plan_create(comm, n, plan [, basis, kinds, real, precision, fields, physical, scale, transposed, &
  !>                         grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror])
  !>   comm          in     an intracommunicator: type(MPI_Comm) or integer
  !>   n             in     integer(:) or integer(int64)(:): sizes of the spectral grid, 2 to 16 axes, the fastest
  !>                        first
  !>   plan          inout  receives the plan
  !>   basis         in     character: a letter for each axis, F Fourier, S sine, C cosine, N none; Fourier by default
  !>   kinds         in     integer(:): CW_FFT_* for each axis, in place of basis
  !>   real          in     logical: whether physical data is real
  !>   precision     in     CW_FFT_DOUBLE, CW_FFT_FLOAT or CW_FFT_LONG_DOUBLE
  !>   fields        in     integer: number of arrays that one call transforms
  !>   physical      in     of the kind of n: sizes of a padded physical grid
  !>   scale         in     CW_FFT_SCALE_*: normalization
  !>   transposed    in     logical: keep the spectral array in the order of the last transpose
  !>   grid          in     integer(:): dims of the process grid; a 0 is chosen
  !>   order         in     character: auto, row-major, column-major or morton
  !>   method        in     character: auto, shared, node-aware, alltoallw, alltoallv or pipelined
  !>   effort        in     CW_FFT_ESTIMATE, CW_FFT_MEASURE or CW_FFT_PATIENT
  !>   physical_box  in     the part of the physical array that this process holds
  !>   spectral_box  in     the part of the spectral array that this process holds
  !>   share         in     a plan that shares its work space with this one
  !>   timeout       in     real(real64): seconds to wait for other processes before a transform fails; 0 is 600, and a
  !>                        negative number means no limit
  !>   lengths       in     real(real64)(:): lengths of the box, for the wave numbers of operators; 2 pi by default, and
  !>                        pi for sines and cosines
  public :: cw_fft_plan_create
  interface cw_fft_plan_create
    procedure plan_create, plan_create_f08, plan_create_int64, plan_create_int64_f08
  end interface

  public :: cw_fft_plan_free, cw_fft_plan_array, cw_fft_last_error

  ! For the modules cartwright_fft and cartwright_poisson.
  public :: settle, create_plan

contains

  subroutine plan_create_f08(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, &
    grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: n(:)
    integer, optional, intent(in) :: physical(:)
    type(cw_fft_plan), intent(inout) :: plan
    character(len=*), optional, intent(in) :: basis, order, method
    integer, optional, intent(in) :: kinds(:), precision, fields, scale, grid(:), effort
    logical, optional, intent(in) :: real, transposed
    type(cw_fft_box), optional, intent(in) :: physical_box, spectral_box
    type(cw_fft_plan), optional, intent(in) :: share
    real(real64), optional, intent(in) :: timeout, lengths(:)
    integer, optional, intent(out) :: ierror
    call plan_create(comm%MPI_VAL, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, &
      grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
  end subroutine

  subroutine plan_create_int64_f08(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, &
    grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer(int64), intent(in) :: n(:)
    integer(int64), optional, intent(in) :: physical(:)
    type(cw_fft_plan), intent(inout) :: plan
    character(len=*), optional, intent(in) :: basis, order, method
    integer, optional, intent(in) :: kinds(:), precision, fields, scale, grid(:), effort
    logical, optional, intent(in) :: real, transposed
    type(cw_fft_box), optional, intent(in) :: physical_box, spectral_box
    type(cw_fft_plan), optional, intent(in) :: share
    real(real64), optional, intent(in) :: timeout, lengths(:)
    integer, optional, intent(out) :: ierror
    call plan_create_int64(comm%MPI_VAL, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, &
      grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
  end subroutine

  subroutine plan_create(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, &
    grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
    integer, intent(in) :: comm
    integer, intent(in) :: n(:)
    integer, optional, intent(in) :: physical(:)
    type(cw_fft_plan), intent(inout) :: plan
    character(len=*), optional, intent(in) :: basis, order, method
    integer, optional, intent(in) :: kinds(:), precision, fields, scale, grid(:), effort
    logical, optional, intent(in) :: real, transposed
    type(cw_fft_box), optional, intent(in) :: physical_box, spectral_box
    type(cw_fft_plan), optional, intent(in) :: share
    real(real64), optional, intent(in) :: timeout, lengths(:)
    integer, optional, intent(out) :: ierror
    integer(int64), allocatable :: sizes(:)
    if (present(physical)) sizes = physical
    call plan_create_int64(comm, int(n, int64), plan, basis, kinds, real, precision, fields, sizes, scale, transposed, &
      grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
  end subroutine

  subroutine plan_create_int64(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, &
    grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
    integer, intent(in) :: comm
    integer(int64), intent(in) :: n(:)
    integer(int64), optional, intent(in) :: physical(:)
    type(cw_fft_plan), intent(inout) :: plan
    character(len=*), optional, intent(in) :: basis, order, method
    integer, optional, intent(in) :: kinds(:), precision, fields, scale, grid(:), effort
    logical, optional, intent(in) :: real, transposed
    type(cw_fft_box), optional, intent(in) :: physical_box, spectral_box
    type(cw_fft_plan), optional, intent(in) :: share
    real(real64), optional, intent(in) :: timeout, lengths(:)
    integer, optional, intent(out) :: ierror
    call create_plan(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, grid, order, &
      method, effort, physical_box, spectral_box, share, timeout, lengths, ierror)
  end subroutine

  ! Makes a plan, or with `poisson` a solver, whose handle and fields are those of `plan`.
  subroutine create_plan(comm, n, plan, basis, kinds, real, precision, fields, physical, scale, transposed, &
    grid, order, method, effort, physical_box, spectral_box, share, timeout, lengths, ierror, poisson)
    integer, intent(in) :: comm
    integer(int64), intent(in) :: n(:)
    integer(int64), optional, intent(in) :: physical(:)
    type(cw_fft_plan), intent(inout) :: plan
    character(len=*), optional, intent(in) :: basis, order, method
    integer, optional, intent(in) :: kinds(:), precision, fields, scale, grid(:), effort
    logical, optional, intent(in) :: real, transposed
    type(cw_fft_box), optional, intent(in) :: physical_box, spectral_box
    type(cw_fft_plan), optional, intent(in) :: share
    real(real64), optional, intent(in) :: timeout, lengths(:)
    integer, optional, intent(out) :: ierror
    type(c_poisson_options), optional, intent(inout) :: poisson

    type(c_options) :: c
    type(cw_fft_plan) :: made
    integer(c_int64_t), target :: c_physical(size(n))
    integer(c_int), target :: c_kinds(size(n))
    real(c_double), target :: c_lengths(size(n))
    integer(c_int), allocatable, target :: c_grid(:)
    character(len=:), allocatable, target :: c_basis, c_order, c_method
    type(c_box), target :: boxes(2)
    integer :: ndims, status
    logical :: has_entries

    ndims = size(n)
    if (any(n > huge(ndims))) then
      call settle(refused('a size is more than 2147483647: the members of cw_fft_array hold no larger ones'), ierror)
      return
    end if
    has_entries = box_fits(physical_box, ndims) .and. box_fits(spectral_box, ndims)
    if (present(kinds)) has_entries = has_entries .and. size(kinds) == ndims
    if (present(physical)) has_entries = has_entries .and. size(physical) == ndims
    if (present(lengths)) has_entries = has_entries .and. size(lengths) == ndims
    if (.not. has_entries) then
      call settle(refused('kinds, physical, lengths and boxes need an entry for each axis'), ierror)
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
    if (present(timeout)) c%timeout = timeout
    if (present(lengths)) c_lengths = lengths(ndims:1:-1)
    if (present(lengths)) c%lengths = c_loc(c_lengths)

    if (present(fields)) made%fields = max(fields, 1)
    if (present(poisson)) then
      status = cwf_poisson_create(comm, ndims, n(ndims:1:-1), poisson, c, made%handle)
    else
      status = cwf_fft_plan_create(comm, ndims, n(ndims:1:-1), c, made%handle)
    end if
    call settle(status, ierror, ndims)
    if (c_associated(made%handle)) plan = made
  end subroutine

  !> Frees a plan. Ends a transform that is open. Collective.
  subroutine cw_fft_plan_free(plan, ierror)
    type(cw_fft_plan), intent(inout) :: plan
    integer, optional, intent(out) :: ierror
    integer :: status
    status = c_plan_free(plan%handle)
    if (status == CW_OK) plan%handle = c_null_ptr
    call settle(status, ierror)
  end subroutine

  !> The part of an array that a process holds. Local.
  !>   plan   a plan
  !>   space  CW_FFT_PHYSICAL or CW_FFT_SPECTRAL
  !>   array  receives the part
  !>   rank   a process of the communicator; the calling one by default
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

  !> The message of the last call that failed on this thread; "" before any failure.
  function cw_fft_last_error() result(text)
    character(len=:), allocatable :: text
    text = last_error()
  end function

  !> Returns a status in ierror, or stops with the message, in which axes are numbered if their number is given.
  subroutine settle(status, ierror, axes)
    integer(c_int), intent(in) :: status
    integer, optional, intent(out) :: ierror
    integer, optional, intent(in) :: axes
    type(c_ptr) :: message
    integer :: reversed_axes
    reversed_axes = 0
    if (present(axes)) reversed_axes = axes
    message = c_last_error()
    call return_status(status, message, reversed_axes, ierror)
  end subroutine

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
