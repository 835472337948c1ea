! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> Exchanges of ghost points: cartwright/halo.h for Fortran, with mpi_f08 or mpi. halo.h describes arguments and errors
!> in full; docs/halo.md is the guide.
!>
!>     type(cw_halo_fields) :: fields
!>     type(cw_halo) :: halo
!>     real(real64), asynchronous :: u(0:nx + 1, 0:ny + 1, 0:nz + 1)
!>     call cw_halo_add(fields, u, 1)
!>     call cw_halo_create(cart, fields, halo)
!>     call cw_halo_exchange(halo)
!>
!>  - Arrays may have any type, any rank from 1 to 8, any lower bounds and any strides. They contain the ghost points.
!>    Dimension i of a Cartesian communicator divides axis i of the arrays, unless cart_axes says otherwise.
!>  - A plan keeps the addresses of the arrays: declare them target or asynchronous, and keep them as long as the plan.
!>    Arrays in memory of cw_halo_alloc can be read in place by the neighbors on the node.
!>  - The status is the last argument, integer, optional, intent(out) :: ierror: CW_OK or another constant. The message
!>    is in cw_halo_last_error(). Without ierror a failure is an error stop with the message.
module cartwright_halo
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t, c_loc, c_null_ptr, c_ptr, c_size_t
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08, only: MPI_Comm, MPI_Win
  use cartwright_status
  implicit none
  private

  public :: CW_OK, CW_INVALID_ARGUMENT, CW_OVERFLOW, CW_PARSE, CW_IO, CW_UNSUPPORTED, CW_NO_MEMORY, CW_INTERNAL, &
    CW_TIMEOUT, CW_PEER_FAILED
  !> shape: ghost points all around, at faces only, or where some offset of a stencil reads
  integer, parameter, public :: CW_HALO_ALL = 0, CW_HALO_FACES = 1, CW_HALO_OFFSETS = 2
  !> effort
  integer, parameter, public :: CW_HALO_ESTIMATE = 0, CW_HALO_MEASURE = 1
  !> joining of messages between nodes
  integer, parameter, public :: CW_HALO_JOIN_CHOSEN = 0, CW_HALO_JOIN_NEVER = 1, CW_HALO_JOIN_ALWAYS = 2
  !> corners: the way of ghost points at edges and corners between nodes
  integer, parameter, public :: CW_HALO_CORNERS_CHOSEN = 0, CW_HALO_CORNERS_DIRECT = 1, CW_HALO_CORNERS_WITH_FACES = 2
  !> types of values
  integer, parameter, public :: CW_HALO_FLOAT = 1, CW_HALO_DOUBLE = 2, CW_HALO_INT32 = 3, CW_HALO_INT64 = 4
  !> operations
  integer, parameter, public :: CW_HALO_SUM = 0, CW_HALO_MIN = 1, CW_HALO_MAX = 2

  !> The fields of a plan that is to be made. The member is private to Cartwright.
  type, public :: cw_halo_fields
    type(c_ptr) :: handle = c_null_ptr
  end type

  !> A plan, freed by cw_halo_free only. A copy refers to the same plan. The member is private to Cartwright.
  type, public :: cw_halo
    type(c_ptr) :: handle = c_null_ptr
  end type

  !> Adds an array to the fields of a plan. Local.
  !>
  !> call cw_halo_add(fields, array, width [, wire_type, ierror])
  !> call cw_halo_add(fields, array, low, high [, wire_type, ierror])
  !>   fields     inout  the fields
  !>   array      in     an array with its ghost points
  !>   width      in     integer: ghost points at both ends of each axis
  !>   low, high  in     integer(:): ghost points at the beginning and at the end of each axis
  !>   wire_type  in     CW_HALO_FLOAT: real(real64) travels between nodes as real(real32)
  public :: cw_halo_add
  interface cw_halo_add
    procedure add_width, add_widths
  end interface

  !> Makes a plan. Collective over comm. The fields may be cleared afterwards.
  !>
  !> call cw_halo_create(comm, fields, halo [, shape, offsets, cart_axes, effort, buffered, sharing, timeout, joining,
  !>                     corners, piece, ierror])
  !>   comm       in     a Cartesian communicator: type(MPI_Comm) or integer
  !>   fields     in     one field or more
  !>   halo       inout  receives the plan
  !>   shape      in     CW_HALO_ALL, CW_HALO_FACES or CW_HALO_OFFSETS
  !>   offsets    in     integer(:,:): each column is an offset of the stencil
  !>   cart_axes  in     integer(:): the axis, from 1, that each dimension of the communicator divides
  !>   effort     in     CW_HALO_ESTIMATE or CW_HALO_MEASURE
  !>   buffered   in     logical: own points keep their values until the next exchange with the same neighbors has ended
  !>   sharing    in     logical: use shared memory; .true. by default
  !>   timeout    in     real(real64): seconds to wait for a neighbor
  !>   joining    in     CW_HALO_JOIN_CHOSEN, CW_HALO_JOIN_NEVER or CW_HALO_JOIN_ALWAYS
  !>   corners    in     CW_HALO_CORNERS_CHOSEN, CW_HALO_CORNERS_DIRECT or CW_HALO_CORNERS_WITH_FACES
  !>   piece      in     integer(int64): bytes of the pieces in which longer messages between nodes leave; 0: chosen
  public :: cw_halo_create
  interface cw_halo_create
    procedure create, create_f08
  end interface

  !> Divides a grid of points among processes with the least bytes to exchange, allocates arrays, and makes a plan.
  !> Collective over comm.
  !>
  !> call cw_halo_cart_create(comm, sizes, width, type, cart, halo, arrays [, periods, dims, start, own, shape, offsets,
  !>                          effort, buffered, sharing, timeout, joining, corners, piece, ierror])
  !>   comm     in     an intracommunicator: type(MPI_Comm) or integer
  !>   sizes    in     integer(:), or integer(int64)(:): points of the whole grid along each axis
  !>   width    in     integer: ghost points at both ends of each axis
  !>   type     in     CW_HALO_FLOAT, CW_HALO_DOUBLE, CW_HALO_INT32 or CW_HALO_INT64
  !>   cart     inout  receives the Cartesian communicator, to be freed by the caller; of the kind of comm
  !>   halo     inout  receives the plan
  !>   arrays   out    type(c_ptr)(:): receives the arrays of the fields, one for each element, from which c_f_pointer
  !>                   makes arrays with own + 2 * width points along each axis; freed by cw_halo_dealloc
  !>   periods  in     logical(:): which axes are periodic; none by default
  !>   dims     inout  integer(:): processes along each axis; those above 0 are kept, those of 0 are chosen
  !>   start    out    of the kind of sizes: the first own point in the whole grid, from 1
  !>   own      out    of the kind of sizes: the number of own points
  !>   the others      as for cw_halo_create
  public :: cw_halo_cart_create
  interface cw_halo_cart_create
    procedure cart_create, cart_create_f08, cart_create_int64, cart_create_int64_f08
  end interface

  !> Lets neighbors read fields in a window of MPI_Win_allocate_shared in place. Collective over comm, from which the
  !> window was made.
  !>
  !> call cw_halo_share_window(comm, win [, ierror])
  !>   comm       in     type(MPI_Comm), or integer
  !>   win        in     type(MPI_Win), or integer
  public :: cw_halo_share_window
  interface cw_halo_share_window
    procedure share_window, share_window_f08
  end interface

  public :: cw_halo_clear, cw_halo_free, cw_halo_exchange, cw_halo_start, cw_halo_test, cw_halo_finish_side, &
    cw_halo_finish, cw_halo_accumulate, cw_halo_explain, cw_halo_explain_json, cw_halo_alloc, cw_halo_dealloc, &
    cw_halo_last_error

  ! cw_halo_options
  type, bind(C) :: c_options
    integer(c_size_t) :: size = 0
    integer(c_int) :: shape = 0
    integer(c_size_t) :: noffsets = 0
    type(c_ptr) :: offsets = c_null_ptr, cart_axes = c_null_ptr
    integer(c_size_t) :: nneighbors = 0
    type(c_ptr) :: neighbors = c_null_ptr
    integer(c_int) :: effort = 0, buffered = 0, no_sharing = 0
    real(c_double) :: timeout = 0
    integer(c_int) :: column_major = 0, joining = 0, corners = 0
    integer(c_int64_t) :: piece = 0
    type(c_ptr) :: stream = c_null_ptr
  end type

  abstract interface
    integer(c_int) function on_plan(halo) bind(C)
      import
      type(c_ptr), value :: halo
    end function
  end interface
  procedure(on_plan), bind(C, name='cw_halo_free') :: c_free
  procedure(on_plan), bind(C, name='cw_halo_exchange') :: c_exchange
  procedure(on_plan), bind(C, name='cw_halo_start') :: c_start
  procedure(on_plan), bind(C, name='cw_halo_finish') :: c_finish

  interface
    integer(c_int) function cwf_halo_add(fields, array, low, lows, high, highs, wire_type) bind(C)
      import
      type(c_ptr), intent(inout) :: fields
      type(*), intent(in) :: array(..)
      integer(c_int64_t), intent(in) :: low(*), high(*)
      integer(c_int), value :: lows, highs, wire_type
    end function
    integer(c_int) function cwf_halo_share_window(comm, win) bind(C)
      import
      integer(c_int), value :: comm, win
    end function
    subroutine cwf_halo_clear(fields) bind(C)
      import
      type(c_ptr), intent(inout) :: fields
    end subroutine
    integer(c_int) function cwf_halo_create(comm, fields, options, halo) bind(C)
      import
      integer(c_int), value :: comm
      type(c_ptr), value :: fields
      type(c_options), intent(in) :: options
      type(c_ptr), intent(inout) :: halo
    end function
    integer(c_int) function cwf_halo_cart_create(comm, ndims, sizes, periods, width, type, options, dims, start, own, &
        cart, nfields, arrays, halo) bind(C)
      import
      integer(c_int), value :: comm, ndims, width, type, nfields
      integer(c_int64_t), intent(in) :: sizes(*)
      integer(c_int), intent(in) :: periods(*)
      type(c_options), intent(in) :: options
      integer(c_int), intent(inout) :: dims(*), cart
      integer(c_int64_t), intent(inout) :: start(*), own(*)
      type(c_ptr), intent(out) :: arrays(*)
      type(c_ptr), intent(inout) :: halo
    end function
    type(c_ptr) function c_last_error() bind(C, name='cw_halo_last_error')
      import
    end function
    integer(c_int) function c_test(halo, done) bind(C, name='cw_halo_test')
      import
      type(c_ptr), value :: halo
      integer(c_int), intent(inout) :: done
    end function
    integer(c_int) function c_finish_side(halo, side) bind(C, name='cw_halo_finish_side')
      import
      type(c_ptr), value :: halo
      integer(c_int), intent(in) :: side(*)
    end function
    integer(c_int) function c_accumulate(halo, operation) bind(C, name='cw_halo_accumulate')
      import
      type(c_ptr), value :: halo
      integer(c_int), value :: operation
    end function
    type(c_ptr) function c_explain(halo) bind(C, name='cw_halo_explain')
      import
      type(c_ptr), value :: halo
    end function
    type(c_ptr) function c_explain_json(halo) bind(C, name='cw_halo_explain_json')
      import
      type(c_ptr), value :: halo
    end function
    integer(c_int) function c_alloc(bytes, memory) bind(C, name='cw_halo_alloc')
      import
      integer(c_int64_t), value :: bytes
      type(c_ptr), intent(inout) :: memory
    end function
    integer(c_int) function c_dealloc(memory) bind(C, name='cw_halo_dealloc')
      import
      type(c_ptr), value :: memory
    end function
  end interface

contains

  subroutine add_width(fields, array, width, wire_type, ierror)
    type(cw_halo_fields), intent(inout) :: fields
    type(*), intent(in) :: array(..)
    integer, intent(in) :: width
    integer, optional, intent(in) :: wire_type
    integer, optional, intent(out) :: ierror
    integer(c_int64_t) :: widths(1)
    integer(c_int) :: wire
    widths = width
    wire = 0
    if (present(wire_type)) wire = wire_type
    call settle(cwf_halo_add(fields%handle, array, widths, 1, widths, 1, wire), ierror)
  end subroutine

  subroutine add_widths(fields, array, low, high, wire_type, ierror)
    type(cw_halo_fields), intent(inout) :: fields
    type(*), intent(in) :: array(..)
    integer, intent(in) :: low(:), high(:)
    integer, optional, intent(in) :: wire_type
    integer, optional, intent(out) :: ierror
    integer(c_int) :: wire
    wire = 0
    if (present(wire_type)) wire = wire_type
    call settle(cwf_halo_add(fields%handle, array, int(low, c_int64_t), size(low), int(high, c_int64_t), size(high), &
      wire), ierror)
  end subroutine

  !> Empties a list of fields. Local. Plans that were made from it stay.
  subroutine cw_halo_clear(fields)
    type(cw_halo_fields), intent(inout) :: fields
    call cwf_halo_clear(fields%handle)
  end subroutine

  subroutine create_f08(comm, fields, halo, shape, offsets, cart_axes, effort, buffered, sharing, timeout, joining, &
      corners, piece, ierror)
    type(MPI_Comm), intent(in) :: comm
    type(cw_halo_fields), intent(in) :: fields
    type(cw_halo), intent(inout) :: halo
    integer, optional, intent(in) :: shape, offsets(:, :), cart_axes(:), effort, joining, corners
    integer(int64), optional, intent(in) :: piece
    logical, optional, intent(in) :: buffered, sharing
    real(real64), optional, intent(in) :: timeout
    integer, optional, intent(out) :: ierror
    call create(comm%MPI_VAL, fields, halo, shape, offsets, cart_axes, effort, buffered, sharing, timeout, joining, &
      corners, piece, ierror)
  end subroutine

  subroutine create(comm, fields, halo, shape, offsets, cart_axes, effort, buffered, sharing, timeout, joining, &
      corners, piece, ierror)
    integer, intent(in) :: comm
    type(cw_halo_fields), intent(in) :: fields
    type(cw_halo), intent(inout) :: halo
    integer, optional, intent(in) :: shape, offsets(:, :), cart_axes(:), effort, joining, corners
    integer(int64), optional, intent(in) :: piece
    logical, optional, intent(in) :: buffered, sharing
    real(real64), optional, intent(in) :: timeout
    integer, optional, intent(out) :: ierror
    integer(c_int64_t), allocatable, target :: c_offsets(:, :)
    integer(c_int), allocatable, target :: c_axes(:)
    type(c_options) :: options
    call set_options(options, c_offsets, shape, offsets, effort, buffered, sharing, timeout, joining, corners, &
      piece)
    if (present(cart_axes)) then
      c_axes = cart_axes - 1
      if (size(c_axes) > 0) options%cart_axes = c_loc(c_axes)
    end if
    call settle(cwf_halo_create(comm, fields%handle, options, halo%handle), ierror)
  end subroutine

  !> The offsets of the options are those in c_offsets.
  subroutine set_options(options, c_offsets, shape, offsets, effort, buffered, sharing, timeout, joining, corners, &
      piece)
    type(c_options), intent(inout) :: options
    integer(c_int64_t), allocatable, target, intent(inout) :: c_offsets(:, :)
    integer, optional, intent(in) :: shape, offsets(:, :), effort, joining, corners
    integer(int64), optional, intent(in) :: piece
    logical, optional, intent(in) :: buffered, sharing
    real(real64), optional, intent(in) :: timeout
    if (present(shape)) options%shape = shape
    if (present(effort)) options%effort = effort
    if (present(timeout)) options%timeout = timeout
    if (present(joining)) options%joining = joining
    if (present(corners)) options%corners = corners
    if (present(piece)) options%piece = piece
    if (present(buffered)) options%buffered = merge(1, 0, buffered)
    if (present(sharing)) options%no_sharing = merge(0, 1, sharing)
    if (present(offsets)) then
      c_offsets = offsets
      options%noffsets = size(offsets, 2)
      if (size(offsets) > 0) options%offsets = c_loc(c_offsets)
    end if
  end subroutine

  subroutine cart_create_f08(comm, sizes, width, type, cart, halo, arrays, periods, dims, start, own, shape, &
      offsets, effort, buffered, sharing, timeout, joining, corners, piece, ierror)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Comm), intent(inout) :: cart
    integer, intent(in) :: sizes(:), width, type
    integer, optional, intent(out) :: start(:), own(:)
    type(cw_halo), intent(inout) :: halo
    type(c_ptr), intent(out) :: arrays(:)
    logical, optional, intent(in) :: periods(:)
    integer, optional, intent(inout) :: dims(:)
    integer, optional, intent(in) :: shape, offsets(:, :), effort, joining, corners
    integer(int64), optional, intent(in) :: piece
    logical, optional, intent(in) :: buffered, sharing
    real(real64), optional, intent(in) :: timeout
    integer, optional, intent(out) :: ierror
    call cart_create(comm%MPI_VAL, sizes, width, type, cart%MPI_VAL, halo, arrays, periods, dims, start, own, shape, &
      offsets, effort, buffered, sharing, timeout, joining, corners, piece, ierror)
  end subroutine

  subroutine cart_create_int64_f08(comm, sizes, width, type, cart, halo, arrays, periods, dims, start, own, shape, &
      offsets, effort, buffered, sharing, timeout, joining, corners, piece, ierror)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Comm), intent(inout) :: cart
    integer(int64), intent(in) :: sizes(:)
    integer(int64), optional, intent(out) :: start(:), own(:)
    integer, intent(in) :: width, type
    type(cw_halo), intent(inout) :: halo
    type(c_ptr), intent(out) :: arrays(:)
    logical, optional, intent(in) :: periods(:)
    integer, optional, intent(inout) :: dims(:)
    integer, optional, intent(in) :: shape, offsets(:, :), effort, joining, corners
    integer(int64), optional, intent(in) :: piece
    logical, optional, intent(in) :: buffered, sharing
    real(real64), optional, intent(in) :: timeout
    integer, optional, intent(out) :: ierror
    call cart_create_int64(comm%MPI_VAL, sizes, width, type, cart%MPI_VAL, halo, arrays, periods, dims, start, own, &
      shape, offsets, effort, buffered, sharing, timeout, joining, corners, piece, ierror)
  end subroutine

  subroutine cart_create(comm, sizes, width, type, cart, halo, arrays, periods, dims, start, own, shape, &
      offsets, effort, buffered, sharing, timeout, joining, corners, piece, ierror)
    integer, intent(in) :: comm
    integer, intent(inout) :: cart
    integer, intent(in) :: sizes(:), width, type
    integer, optional, intent(out) :: start(:), own(:)
    type(cw_halo), intent(inout) :: halo
    type(c_ptr), intent(out) :: arrays(:)
    logical, optional, intent(in) :: periods(:)
    integer, optional, intent(inout) :: dims(:)
    integer, optional, intent(in) :: shape, offsets(:, :), effort, joining, corners
    integer(int64), optional, intent(in) :: piece
    logical, optional, intent(in) :: buffered, sharing
    real(real64), optional, intent(in) :: timeout
    integer, optional, intent(out) :: ierror
    integer(int64), dimension(size(sizes)) :: first, count
    call cart_create_int64(comm, int(sizes, int64), width, type, cart, halo, arrays, periods, dims, first, count, &
      shape, offsets, effort, buffered, sharing, timeout, joining, corners, piece, ierror)
    if (present(start)) start = int(first)
    if (present(own)) own = int(count)
  end subroutine

  subroutine cart_create_int64(comm, sizes, width, type, cart, halo, arrays, periods, dims, start, own, shape, &
      offsets, effort, buffered, sharing, timeout, joining, corners, piece, ierror)
    integer, intent(in) :: comm
    integer, intent(inout) :: cart
    integer(int64), intent(in) :: sizes(:)
    integer(int64), optional, intent(out) :: start(:), own(:)
    integer, intent(in) :: width, type
    type(cw_halo), intent(inout) :: halo
    type(c_ptr), intent(out) :: arrays(:)
    logical, optional, intent(in) :: periods(:)
    integer, optional, intent(inout) :: dims(:)
    integer, optional, intent(in) :: shape, offsets(:, :), effort, joining, corners
    integer(int64), optional, intent(in) :: piece
    logical, optional, intent(in) :: buffered, sharing
    real(real64), optional, intent(in) :: timeout
    integer, optional, intent(out) :: ierror
    integer(c_int64_t), allocatable, target :: c_offsets(:, :)
    integer(c_int), dimension(size(sizes)) :: c_periods, c_dims
    integer(c_int64_t), dimension(size(sizes)) :: c_start, c_own
    type(c_options) :: options
    call set_options(options, c_offsets, shape, offsets, effort, buffered, sharing, timeout, joining, corners, &
      piece)
    c_periods = 0
    c_dims = 0
    c_start = 0
    c_own = 0
    if (present(periods)) c_periods = merge(1, 0, periods)
    if (present(dims)) c_dims = dims
    arrays = c_null_ptr
    call settle(cwf_halo_cart_create(comm, size(sizes), sizes, c_periods, width, type, options, c_dims, c_start, &
      c_own, cart, size(arrays), arrays, halo%handle), ierror)
    if (present(dims)) dims = c_dims
    if (present(start)) start = c_start + 1
    if (present(own)) own = c_own
  end subroutine

  !> Frees a plan. Local.
  subroutine cw_halo_free(halo, ierror)
    type(cw_halo), intent(inout) :: halo
    integer, optional, intent(out) :: ierror
    integer(c_int) :: status
    status = c_free(halo%handle)
    if (status == CW_OK) halo%handle = c_null_ptr
    call settle(status, ierror)
  end subroutine

  !> Fills all ghost points.
  subroutine cw_halo_exchange(halo, ierror)
    type(cw_halo), intent(in) :: halo
    integer, optional, intent(out) :: ierror
    call settle(c_exchange(halo%handle), ierror)
  end subroutine

  !> Starts an exchange; cw_halo_finish ends it. Until then own points must not change.
  subroutine cw_halo_start(halo, ierror)
    type(cw_halo), intent(in) :: halo
    integer, optional, intent(out) :: ierror
    call settle(c_start(halo%handle), ierror)
  end subroutine

  !> Does what is possible without waiting. `done` is true if cw_halo_finish will not wait.
  subroutine cw_halo_test(halo, done, ierror)
    type(cw_halo), intent(in) :: halo
    logical, intent(out) :: done
    integer, optional, intent(out) :: ierror
    integer(c_int) :: flag
    integer(c_int) :: status
    flag = 0
    status = c_test(halo%handle, flag)
    done = flag /= 0
    call settle(status, ierror)
  end subroutine

  !> Waits until the ghost points at one side are filled.
  !>   side  -1, 0 or 1 for each axis
  subroutine cw_halo_finish_side(halo, side, ierror)
    type(cw_halo), intent(in) :: halo
    integer, intent(in) :: side(:)
    integer, optional, intent(out) :: ierror
    call settle(c_finish_side(halo%handle, int(side, c_int)), ierror)
  end subroutine

  !> Ends the open exchange.
  subroutine cw_halo_finish(halo, ierror)
    type(cw_halo), intent(in) :: halo
    integer, optional, intent(out) :: ierror
    call settle(c_finish(halo%handle), ierror)
  end subroutine

  !> Combines ghost points into the own points of which they are copies.
  !>   operation  CW_HALO_SUM, CW_HALO_MIN or CW_HALO_MAX
  subroutine cw_halo_accumulate(halo, operation, ierror)
    type(cw_halo), intent(in) :: halo
    integer, intent(in) :: operation
    integer, optional, intent(out) :: ierror
    call settle(c_accumulate(halo%handle, int(operation, c_int)), ierror)
  end subroutine

  subroutine share_window_f08(comm, win, ierror)
    type(MPI_Comm), intent(in) :: comm
    type(MPI_Win), intent(in) :: win
    integer, optional, intent(out) :: ierror
    call share_window(comm%MPI_VAL, win%MPI_VAL, ierror)
  end subroutine

  subroutine share_window(comm, win, ierror)
    integer, intent(in) :: comm, win
    integer, optional, intent(out) :: ierror
    call settle(cwf_halo_share_window(comm, win), ierror)
  end subroutine

  !> What a plan does for each neighbor, in a few lines. Local.
  function cw_halo_explain(halo) result(text)
    type(cw_halo), intent(in) :: halo
    character(len=:), allocatable :: text
    text = text_at(c_explain(halo%handle))
  end function

  !> The same as JSON (halo.schema.json). Local.
  function cw_halo_explain_json(halo) result(text)
    type(cw_halo), intent(in) :: halo
    character(len=:), allocatable :: text
    text = text_at(c_explain_json(halo%handle))
  end function

  !> Allocates memory that the neighbors on the node can read. Local.
  !>   bytes   number of bytes, 0 or more
  !>   memory  receives the address, from which c_f_pointer makes an array
  subroutine cw_halo_alloc(bytes, memory, ierror)
    integer(int64), intent(in) :: bytes
    type(c_ptr), intent(inout) :: memory
    integer, optional, intent(out) :: ierror
    call settle(c_alloc(bytes, memory), ierror)
  end subroutine

  !> Frees memory of cw_halo_alloc, and sets `memory` to c_null_ptr. Local.
  subroutine cw_halo_dealloc(memory, ierror)
    type(c_ptr), intent(inout) :: memory
    integer, optional, intent(out) :: ierror
    integer(c_int) :: status
    status = c_dealloc(memory)
    if (status == CW_OK) memory = c_null_ptr
    call settle(status, ierror)
  end subroutine

  !> The message of the last call that failed. Local.
  function cw_halo_last_error() result(text)
    character(len=:), allocatable :: text
    text = last_error()
  end function

  !> Returns a status in ierror, or stops with the message.
  subroutine settle(status, ierror)
    integer(c_int), intent(in) :: status
    integer, optional, intent(out) :: ierror
    type(c_ptr) :: message
    message = c_last_error()
    call return_status(status, message, 0, ierror)
  end subroutine
end module
