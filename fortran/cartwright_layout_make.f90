! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The type of layouts and its constructors, for the module cartwright_layout.
module cartwright_layout_make
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_null_char, c_null_ptr, c_ptr, c_size_t
  use, intrinsic :: iso_fortran_env, only: int64
  use cartwright_layout_c
  use cartwright_status
  implicit none
  private

  !> The order of the elements of an array in memory: the last dimension is fastest, or the first one is.
  integer, parameter, public :: CW_ORDER_C = 0, CW_ORDER_FORTRAN = 1
  !> How a dimension of an array is distributed: a block for each process, blocks in turn, or not at all.
  integer, parameter, public :: CW_DISTRIBUTE_BLOCK = 0, CW_DISTRIBUTE_CYCLIC = 1, CW_DISTRIBUTE_NONE = 2

  !> A layout, freed by cw_layout_free only. A copy refers to the same layout. The member is private to Cartwright.
  type, public :: cw_layout
    type(c_ptr) :: handle = c_null_ptr
  end type

  public :: cw_layout_parse, cw_layout_basic, cw_layout_with_options, cw_layout_free

  ! For cartwright_layout.
  public :: settle

  !> Elements one after the other. Local.
  !>
  !> call cw_layout_contiguous(count, of, layout [, ierror])
  !>   count   in     integer: number of elements
  !>   of      in     the layout of an element
  !>   layout  inout  receives the layout
  public :: cw_layout_contiguous
  interface cw_layout_contiguous
    procedure contiguous, contiguous_int64
  end interface

  !> Equal blocks at equal distances. Local.
  !>
  !> call cw_layout_vector(count, blocklength, stride, of, layout [, ierror])
  !>   count        in     integer: number of blocks
  !>   blocklength  in     integer: elements in a block
  !>   stride       in     integer: from the begin of one block to the next, in extents of `of`
  !>   of           in     the layout of an element
  !>   layout       inout  receives the layout
  public :: cw_layout_vector
  interface cw_layout_vector
    procedure vector, vector_int64
  end interface

  !> Equal blocks at equal distances in bytes. Local.
  !>
  !> call cw_layout_hvector(count, blocklength, stride, of, layout [, ierror])
  !>   count        in     integer: number of blocks
  !>   blocklength  in     integer: elements in a block
  !>   stride       in     integer: from the begin of one block to the next, in bytes
  !>   of           in     the layout of an element
  !>   layout       inout  receives the layout
  public :: cw_layout_hvector
  interface cw_layout_hvector
    procedure hvector, hvector_int64
  end interface

  !> Blocks of different lengths. Local.
  !>
  !> call cw_layout_indexed(blocklengths, displacements, of, layout [, ierror])
  !>   blocklengths   in     integer(:): elements in each block
  !>   displacements  in     integer(:): begin of each block, in extents of `of`, from 0
  !>   of             in     the layout of an element
  !>   layout         inout  receives the layout
  public :: cw_layout_indexed
  interface cw_layout_indexed
    procedure indexed, indexed_int64
  end interface

  !> Blocks of different lengths at displacements in bytes. Local.
  !>
  !> call cw_layout_hindexed(blocklengths, displacements, of, layout [, ierror])
  !>   blocklengths   in     integer(:): elements in each block
  !>   displacements  in     integer(:): begin of each block, in bytes, from 0
  !>   of             in     the layout of an element
  !>   layout         inout  receives the layout
  public :: cw_layout_hindexed
  interface cw_layout_hindexed
    procedure hindexed, hindexed_int64
  end interface

  !> Equal blocks at any displacements. Local.
  !>
  !> call cw_layout_indexed_block(blocklength, displacements, of, layout [, ierror])
  !>   blocklength    in     integer: elements in a block
  !>   displacements  in     integer(:): begin of each block, in extents of `of`, from 0
  !>   of             in     the layout of an element
  !>   layout         inout  receives the layout
  public :: cw_layout_indexed_block
  interface cw_layout_indexed_block
    procedure indexed_block, indexed_block_int64
  end interface

  !> Equal blocks at any displacements in bytes. Local.
  !>
  !> call cw_layout_hindexed_block(blocklength, displacements, of, layout [, ierror])
  !>   blocklength    in     integer: elements in a block
  !>   displacements  in     integer(:): begin of each block, in bytes, from 0
  !>   of             in     the layout of an element
  !>   layout         inout  receives the layout
  public :: cw_layout_hindexed_block
  interface cw_layout_hindexed_block
    procedure hindexed_block, hindexed_block_int64
  end interface

  !> Blocks of different types. The extent is rounded up to the alignment, as a compiler does. Local.
  !>
  !> call cw_layout_struct(blocklengths, displacements, of, layout [, ierror])
  !>   blocklengths   in     integer(:): elements in each block
  !>   displacements  in     integer(:): begin of each block, in bytes, from 0
  !>   of             in     type(cw_layout)(:): the layouts of the elements of each block
  !>   layout         inout  receives the layout
  public :: cw_layout_struct
  interface cw_layout_struct
    procedure struct, struct_int64
  end interface

  !> The same bytes with another lower bound and extent. Local.
  !>
  !> call cw_layout_resized(lb, extent, of, layout [, ierror])
  !>   lb      in     integer: the new lower bound, in bytes
  !>   extent  in     integer: the new extent, in bytes
  !>   of      in     a layout
  !>   layout  inout  receives the layout
  public :: cw_layout_resized
  interface cw_layout_resized
    procedure resized, resized_int64
  end interface

  !> A box in an array. Local.
  !>
  !> call cw_layout_subarray(sizes, subsizes, starts, of, layout [, order, ierror])
  !>   sizes     in     integer(:): sizes of the array, in elements
  !>   subsizes  in     integer(:): sizes of the box
  !>   starts    in     integer(:): indices of the first element of the box, from 1
  !>   of        in     the layout of an element
  !>   layout    inout  receives the layout
  !>   order     in     CW_ORDER_FORTRAN, by default, or CW_ORDER_C
  public :: cw_layout_subarray
  interface cw_layout_subarray
    procedure subarray, subarray_int64
  end interface

  !> The part of a distributed array that one process holds. Local.
  !>
  !> call cw_layout_darray(rank, sizes, distributions, blocksizes, processes, of, layout [, order, ierror])
  !>   rank           in     integer: the process, from 0, row-major in the process grid whatever the order is
  !>   sizes          in     integer(:): sizes of the array, in elements
  !>   distributions  in     integer(:): CW_DISTRIBUTE_* for each dimension
  !>   blocksizes     in     of the kind of sizes: sizes of the blocks; 0 stands for MPI_DISTRIBUTE_DFLT_DARG
  !>   processes      in     integer(:): sizes of the process grid
  !>   of             in     the layout of an element
  !>   layout         inout  receives the layout
  !>   order          in     CW_ORDER_FORTRAN, by default, or CW_ORDER_C
  public :: cw_layout_darray
  interface cw_layout_darray
    procedure darray, darray_int64
  end interface

contains

  subroutine contiguous(count, of, layout, ierror)
    integer, intent(in) :: count
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call contiguous_int64(int(count, int64), of, layout, ierror)
  end subroutine

  subroutine contiguous_int64(count, of, layout, ierror)
    integer(int64), intent(in) :: count
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_contiguous(count, of%handle, layout%handle), ierror)
  end subroutine

  subroutine vector(count, blocklength, stride, of, layout, ierror)
    integer, intent(in) :: count, blocklength, stride
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call vector_int64(int(count, int64), int(blocklength, int64), int(stride, int64), of, layout, ierror)
  end subroutine

  subroutine vector_int64(count, blocklength, stride, of, layout, ierror)
    integer(int64), intent(in) :: count, blocklength, stride
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_vector(count, blocklength, stride, of%handle, layout%handle), ierror)
  end subroutine

  subroutine hvector(count, blocklength, stride, of, layout, ierror)
    integer, intent(in) :: count, blocklength, stride
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call hvector_int64(int(count, int64), int(blocklength, int64), int(stride, int64), of, layout, ierror)
  end subroutine

  subroutine hvector_int64(count, blocklength, stride, of, layout, ierror)
    integer(int64), intent(in) :: count, blocklength, stride
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_hvector(count, blocklength, stride, of%handle, layout%handle), ierror)
  end subroutine

  subroutine indexed(blocklengths, displacements, of, layout, ierror)
    integer, intent(in) :: blocklengths(:), displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call indexed_int64(int(blocklengths, int64), int(displacements, int64), of, layout, ierror)
  end subroutine

  subroutine indexed_int64(blocklengths, displacements, of, layout, ierror)
    integer(int64), intent(in) :: blocklengths(:), displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    if (size(blocklengths) /= size(displacements)) then
      call settle(refused('blocklengths and displacements have different sizes: give one entry for each block'), ierror)
      return
    end if
    call settle(c_indexed(size(blocklengths, kind=c_size_t), blocklengths, displacements, of%handle, &
      layout%handle), ierror)
  end subroutine

  subroutine hindexed(blocklengths, displacements, of, layout, ierror)
    integer, intent(in) :: blocklengths(:), displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call hindexed_int64(int(blocklengths, int64), int(displacements, int64), of, layout, ierror)
  end subroutine

  subroutine hindexed_int64(blocklengths, displacements, of, layout, ierror)
    integer(int64), intent(in) :: blocklengths(:), displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    if (size(blocklengths) /= size(displacements)) then
      call settle(refused('blocklengths and displacements have different sizes: give one entry for each block'), ierror)
      return
    end if
    call settle(c_hindexed(size(blocklengths, kind=c_size_t), blocklengths, displacements, of%handle, &
      layout%handle), ierror)
  end subroutine

  subroutine indexed_block(blocklength, displacements, of, layout, ierror)
    integer, intent(in) :: blocklength, displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call indexed_block_int64(int(blocklength, int64), int(displacements, int64), of, layout, ierror)
  end subroutine

  subroutine indexed_block_int64(blocklength, displacements, of, layout, ierror)
    integer(int64), intent(in) :: blocklength, displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_indexed_block(size(displacements, kind=c_size_t), blocklength, displacements, of%handle, &
      layout%handle), ierror)
  end subroutine

  subroutine hindexed_block(blocklength, displacements, of, layout, ierror)
    integer, intent(in) :: blocklength, displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call hindexed_block_int64(int(blocklength, int64), int(displacements, int64), of, layout, ierror)
  end subroutine

  subroutine hindexed_block_int64(blocklength, displacements, of, layout, ierror)
    integer(int64), intent(in) :: blocklength, displacements(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_hindexed_block(size(displacements, kind=c_size_t), blocklength, displacements, of%handle, &
      layout%handle), ierror)
  end subroutine

  subroutine struct(blocklengths, displacements, of, layout, ierror)
    integer, intent(in) :: blocklengths(:), displacements(:)
    type(cw_layout), intent(in) :: of(:)
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call struct_int64(int(blocklengths, int64), int(displacements, int64), of, layout, ierror)
  end subroutine

  subroutine struct_int64(blocklengths, displacements, of, layout, ierror)
    integer(int64), intent(in) :: blocklengths(:), displacements(:)
    type(cw_layout), intent(in) :: of(:)
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    if (size(blocklengths) /= size(displacements) .or. size(blocklengths) /= size(of)) then
      call settle(refused('blocklengths, displacements and of have different sizes: give one entry for '// &
        'each block'), ierror)
      return
    end if
    call settle(c_struct(size(blocklengths, kind=c_size_t), blocklengths, displacements, of%handle, layout%handle), &
      ierror)
  end subroutine

  subroutine resized(lb, extent, of, layout, ierror)
    integer, intent(in) :: lb, extent
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call resized_int64(int(lb, int64), int(extent, int64), of, layout, ierror)
  end subroutine

  subroutine resized_int64(lb, extent, of, layout, ierror)
    integer(int64), intent(in) :: lb, extent
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_resized(lb, extent, of%handle, layout%handle), ierror)
  end subroutine

  subroutine subarray(sizes, subsizes, starts, of, layout, order, ierror)
    integer, intent(in) :: sizes(:), subsizes(:), starts(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(in) :: order
    integer, optional, intent(out) :: ierror
    call subarray_int64(int(sizes, int64), int(subsizes, int64), int(starts, int64), of, layout, order, ierror)
  end subroutine

  subroutine subarray_int64(sizes, subsizes, starts, of, layout, order, ierror)
    integer(int64), intent(in) :: sizes(:), subsizes(:), starts(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(in) :: order
    integer, optional, intent(out) :: ierror
    if (size(sizes) /= size(subsizes) .or. size(sizes) /= size(starts)) then
      call settle(refused('sizes, subsizes and starts have different sizes: give one entry for each dimension'), ierror)
      return
    end if
    call settle(c_subarray(size(sizes, kind=c_size_t), sizes, subsizes, starts - 1, order_of(order), of%handle, &
      layout%handle), ierror)
  end subroutine

  subroutine darray(rank, sizes, distributions, blocksizes, processes, of, layout, order, ierror)
    integer, intent(in) :: rank, sizes(:), distributions(:), blocksizes(:), processes(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(in) :: order
    integer, optional, intent(out) :: ierror
    call darray_int64(rank, int(sizes, int64), distributions, int(blocksizes, int64), processes, of, layout, order, &
      ierror)
  end subroutine

  subroutine darray_int64(rank, sizes, distributions, blocksizes, processes, of, layout, order, ierror)
    integer, intent(in) :: rank, distributions(:), processes(:)
    integer(int64), intent(in) :: sizes(:), blocksizes(:)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(in) :: order
    integer, optional, intent(out) :: ierror
    if (any([size(distributions), size(blocksizes), size(processes)] /= size(sizes))) then
      call settle(refused('sizes, distributions, blocksizes and processes have different sizes: give one entry for '// &
        'each dimension'), ierror)
      return
    end if
    call settle(c_darray(int(rank, c_int64_t), size(sizes, kind=c_size_t), sizes, distributions, blocksizes, &
      int(processes, c_int64_t), order_of(order), of%handle, layout%handle), ierror)
  end subroutine

  !> Makes a layout from the notation of docs/datatypes.md, such as 'vec(4 1 2)[double]'. Local.
  subroutine cw_layout_parse(notation, layout, ierror)
    character(len=*), intent(in) :: notation
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_parse(notation//c_null_char, layout%handle), ierror)
  end subroutine

  !> Makes the layout of a basic type of C. Local.
  !>   name  such as 'double' for real(real64), 'float' for real(real32), 'int32_t' for integer(int32), or
  !>         'double _Complex' for complex(real64)
  subroutine cw_layout_basic(name, layout, ierror)
    character(len=*), intent(in) :: name
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(out) :: ierror
    call settle(c_basic(trim(name)//c_null_char, layout%handle), ierror)
  end subroutine

  !> The same layout, compiled with hints about its use. Local.
  !>   expected_uses  1: never generate machine code; more: generate it at once, not at the second use
  !>   count          the usual count of elements: code is compiled for it. Other counts work, but slower
  subroutine cw_layout_with_options(of, layout, expected_uses, count, ierror)
    type(cw_layout), intent(in) :: of
    type(cw_layout), intent(inout) :: layout
    integer, optional, intent(in) :: expected_uses, count
    integer, optional, intent(out) :: ierror
    integer(c_int64_t) :: hints(2)
    hints = 0
    if (present(expected_uses)) hints(1) = expected_uses
    if (present(count)) hints(2) = count
    call settle(cwf_layout_with_options(of%handle, hints(1), hints(2), layout%handle), ierror)
  end subroutine

  !> Frees a layout. Those that were made from it stay. Local.
  subroutine cw_layout_free(layout)
    type(cw_layout), intent(inout) :: layout
    call c_free(layout%handle)
    layout%handle = c_null_ptr
  end subroutine

  integer(c_int) function order_of(order)
    integer, optional, intent(in) :: order
    order_of = CW_ORDER_FORTRAN
    if (present(order)) order_of = order
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
