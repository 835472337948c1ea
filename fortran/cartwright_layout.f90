! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> Packing of non-contiguous data by generated machine code: cartwright/layout.h for Fortran. It needs no MPI. layout.h
!> describes arguments and errors in full; docs/datatypes.md is the guide.
!>
!>     type(cw_layout) :: number, face
!>     real(real64) :: u(nx, ny, nz), packed(nx * nz)
!>     call cw_layout_basic('double', number)
!>     call cw_layout_subarray([nx, ny, nz], [nx, 1, nz], [1, ny, 1], number, face)
!>     call cw_layout_pack(face, u, 1, packed)
!>
!>  - Arrays may have any type and rank. Displacements count from their first element. Elements that do not lie in the
!>    array, and too little room for the packed bytes, are errors. Sections that are not contiguous are copied.
!>  - Indices of arrays and of packed bytes count from 1, and dimensions are in the order of Fortran. Displacements are
!>    distances: 0 is the first element.
!>  - The numbers of a call are integers of default kind, or all of them are integer(int64).
!>  - The status is the last argument, integer, optional, intent(out) :: ierror: CW_OK or another constant. The message
!>    is in cw_layout_last_error(). Without ierror a failure is an error stop with the message.
!>  - Memory of a GPU is for C, C++ and Python only.
module cartwright_layout
  use, intrinsic :: iso_c_binding, only: c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64
  use cartwright_layout_c
  use cartwright_layout_make
  use cartwright_status
  implicit none
  private

  public :: CW_OK, CW_INVALID_ARGUMENT, CW_OVERFLOW, CW_PARSE, CW_IO, CW_UNSUPPORTED, CW_NO_MEMORY, CW_INTERNAL
  public :: CW_ORDER_C, CW_ORDER_FORTRAN
  public :: CW_DISTRIBUTE_BLOCK, CW_DISTRIBUTE_CYCLIC, CW_DISTRIBUTE_NONE
  public :: cw_layout
  public :: cw_layout_parse, cw_layout_basic, cw_layout_contiguous, cw_layout_vector, cw_layout_hvector, &
    cw_layout_indexed, cw_layout_hindexed, cw_layout_indexed_block, cw_layout_hindexed_block, cw_layout_struct, &
    cw_layout_resized, cw_layout_subarray, cw_layout_darray, cw_layout_with_options, cw_layout_free
  public :: cw_layout_size, cw_layout_extent, cw_layout_true_extent, cw_layout_notation, cw_layout_describe, &
    cw_layout_last_error

  !> Packs elements. Local.
  !>
  !> call cw_layout_pack(layout, array, count, packed [, ierror])
  !>   layout  in     a layout
  !>   array   in     the first element, and those that follow
  !>   count   in     integer: number of elements, 0 or more
  !>   packed  inout  receives count * size bytes
  public :: cw_layout_pack
  interface cw_layout_pack
    procedure pack, pack_int64
  end interface

  !> Unpacks elements: the inverse of cw_layout_pack. Local.
  !>
  !> call cw_layout_unpack(layout, packed, count, array [, ierror])
  !>   layout  in     a layout
  !>   packed  in     count * size bytes
  !>   count   in     integer: number of elements, 0 or more
  !>   array   inout  the first element, and those that follow
  public :: cw_layout_unpack
  interface cw_layout_unpack
    procedure unpack, unpack_int64
  end interface

  !> Packs a part of the packed bytes, to send a large message in parts. Any split is allowed. Local.
  !>
  !> call cw_layout_pack_range(layout, array, count, first, last, packed [, ierror])
  !>   layout  in     a layout
  !>   array   in     the first element, and those that follow
  !>   count   in     integer: number of elements, 0 or more
  !>   first   in     integer: first packed byte of the part, from 1
  !>   last    in     integer: last packed byte of the part
  !>   packed  inout  receives last - first + 1 bytes
  public :: cw_layout_pack_range
  interface cw_layout_pack_range
    procedure pack_range, pack_range_int64
  end interface

  !> Unpacks a part of the packed bytes: the inverse of cw_layout_pack_range. Local.
  !>
  !> call cw_layout_unpack_range(layout, packed, count, first, last, array [, ierror])
  !>   layout  in     a layout
  !>   packed  in     last - first + 1 bytes: the part
  !>   count   in     integer: number of elements, 0 or more
  !>   first   in     integer: first packed byte of the part, from 1
  !>   last    in     integer: last packed byte of the part
  !>   array   inout  the first element, and those that follow
  public :: cw_layout_unpack_range
  interface cw_layout_unpack_range
    procedure unpack_range, unpack_range_int64
  end interface

  !> Moves data from one layout to another without a packed copy. Room that is left in the target is not written.
  !> Local.
  !>
  !> call cw_layout_move(from, from_array, from_count, to, to_count, to_array [, ierror])
  !>   from        in     the layout of the source
  !>   from_array  in     the first element of the source
  !>   from_count  in     integer: number of elements of the source, 0 or more
  !>   to          in     the layout of the target
  !>   to_count    in     integer: number of elements of the target, 0 or more
  !>   to_array    inout  the first element of the target
  public :: cw_layout_move
  interface cw_layout_move
    procedure move, move_int64
  end interface

contains

  subroutine pack(layout, array, count, packed, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: array(..)
    type(*), contiguous, intent(inout) :: packed(..)
    integer, intent(in) :: count
    integer, optional, intent(out) :: ierror
    call pack_int64(layout, array, int(count, int64), packed, ierror)
  end subroutine

  subroutine pack_int64(layout, array, count, packed, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: array(..)
    type(*), contiguous, intent(inout) :: packed(..)
    integer(int64), intent(in) :: count
    integer, optional, intent(out) :: ierror
    call settle(cwf_layout_pack(layout%handle, array, count, packed), ierror)
  end subroutine

  subroutine unpack(layout, packed, count, array, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: packed(..)
    type(*), contiguous, intent(inout) :: array(..)
    integer, intent(in) :: count
    integer, optional, intent(out) :: ierror
    call unpack_int64(layout, packed, int(count, int64), array, ierror)
  end subroutine

  subroutine unpack_int64(layout, packed, count, array, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: packed(..)
    type(*), contiguous, intent(inout) :: array(..)
    integer(int64), intent(in) :: count
    integer, optional, intent(out) :: ierror
    call settle(cwf_layout_unpack(layout%handle, packed, count, array), ierror)
  end subroutine

  subroutine pack_range(layout, array, count, first, last, packed, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: array(..)
    type(*), contiguous, intent(inout) :: packed(..)
    integer, intent(in) :: count, first, last
    integer, optional, intent(out) :: ierror
    call pack_range_int64(layout, array, int(count, int64), int(first, int64), int(last, int64), packed, ierror)
  end subroutine

  subroutine pack_range_int64(layout, array, count, first, last, packed, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: array(..)
    type(*), contiguous, intent(inout) :: packed(..)
    integer(int64), intent(in) :: count, first, last
    integer, optional, intent(out) :: ierror
    call settle(cwf_layout_pack_range(layout%handle, array, count, first - 1, last, packed), ierror)
  end subroutine

  subroutine unpack_range(layout, packed, count, first, last, array, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: packed(..)
    type(*), contiguous, intent(inout) :: array(..)
    integer, intent(in) :: count, first, last
    integer, optional, intent(out) :: ierror
    call unpack_range_int64(layout, packed, int(count, int64), int(first, int64), int(last, int64), array, ierror)
  end subroutine

  subroutine unpack_range_int64(layout, packed, count, first, last, array, ierror)
    type(cw_layout), intent(in) :: layout
    type(*), contiguous, intent(in) :: packed(..)
    type(*), contiguous, intent(inout) :: array(..)
    integer(int64), intent(in) :: count, first, last
    integer, optional, intent(out) :: ierror
    call settle(cwf_layout_unpack_range(layout%handle, packed, count, first - 1, last, array), ierror)
  end subroutine

  subroutine move(from, from_array, from_count, to, to_count, to_array, ierror)
    type(cw_layout), intent(in) :: from, to
    type(*), contiguous, intent(in) :: from_array(..)
    type(*), contiguous, intent(inout) :: to_array(..)
    integer, intent(in) :: from_count, to_count
    integer, optional, intent(out) :: ierror
    call move_int64(from, from_array, int(from_count, int64), to, int(to_count, int64), to_array, ierror)
  end subroutine

  subroutine move_int64(from, from_array, from_count, to, to_count, to_array, ierror)
    type(cw_layout), intent(in) :: from, to
    type(*), contiguous, intent(in) :: from_array(..)
    type(*), contiguous, intent(inout) :: to_array(..)
    integer(int64), intent(in) :: from_count, to_count
    integer, optional, intent(out) :: ierror
    call settle(cwf_layout_move(from%handle, from_array, from_count, to%handle, to_count, to_array), ierror)
  end subroutine

  !> Bytes of data in one element. Local.
  subroutine cw_layout_size(layout, bytes, ierror)
    type(cw_layout), intent(in) :: layout
    integer(int64), intent(inout) :: bytes
    integer, optional, intent(out) :: ierror
    call settle(c_size(layout%handle, bytes), ierror)
  end subroutine

  !> The bounds of an element in memory, in bytes. Local.
  !>   lb      receives the lower bound
  !>   extent  receives the distance from one element to the next
  subroutine cw_layout_extent(layout, lb, extent, ierror)
    type(cw_layout), intent(in) :: layout
    integer(int64), intent(inout) :: lb, extent
    integer, optional, intent(out) :: ierror
    call settle(c_extent(layout%handle, lb, extent), ierror)
  end subroutine

  !> The bounds of the data of an element, in bytes. Local.
  !>   lb      receives the displacement of the first byte of data
  !>   extent  receives the number of bytes from there to the end of the last byte of data
  subroutine cw_layout_true_extent(layout, lb, extent, ierror)
    type(cw_layout), intent(in) :: layout
    integer(int64), intent(inout) :: lb, extent
    integer, optional, intent(out) :: ierror
    call settle(c_true_extent(layout%handle, lb, extent), ierror)
  end subroutine

  !> The layout in the notation of docs/datatypes.md, as it was made; "" after an error. Local.
  function cw_layout_notation(layout, ierror) result(text)
    type(cw_layout), intent(in) :: layout
    integer, optional, intent(out) :: ierror
    character(len=:), allocatable :: text
    type(c_ptr) :: words
    words = c_null_ptr
    call settle(c_notation(layout%handle, words), ierror)
    text = text_at(words)
  end function

  !> The normal form of the layout in words, such as "16 x 768 B [192 B]"; "" after an error. Local.
  function cw_layout_describe(layout, ierror) result(text)
    type(cw_layout), intent(in) :: layout
    integer, optional, intent(out) :: ierror
    character(len=:), allocatable :: text
    type(c_ptr) :: words
    words = c_null_ptr
    call settle(c_describe(layout%handle, words), ierror)
    text = text_at(words)
  end function

  !> The message of the last call that failed on this thread; "" before any failure. Local.
  function cw_layout_last_error() result(text)
    character(len=:), allocatable :: text
    text = last_error()
  end function
end module
