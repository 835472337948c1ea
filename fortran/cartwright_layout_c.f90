! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The interfaces of cartwright/layout.h and of glue_layout.c. For the modules of layouts only.
module cartwright_layout_c
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, c_ptr, c_size_t
  implicit none
  public

  interface
    integer(c_int) function c_parse(notation, layout) bind(C, name='cw_layout_parse')
      import
      character(kind=c_char), intent(in) :: notation(*)
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_basic(name, layout) bind(C, name='cw_layout_basic')
      import
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_contiguous(count, of, layout) bind(C, name='cw_layout_contiguous')
      import
      integer(c_int64_t), value :: count
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_vector(count, blocklength, stride, of, layout) bind(C, name='cw_layout_vector')
      import
      integer(c_int64_t), value :: count, blocklength, stride
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_hvector(count, blocklength, stride, of, layout) bind(C, name='cw_layout_hvector')
      import
      integer(c_int64_t), value :: count, blocklength, stride
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_indexed(count, blocklengths, displacements, of, layout) bind(C, name='cw_layout_indexed')
      import
      integer(c_size_t), value :: count
      integer(c_int64_t), intent(in) :: blocklengths(*), displacements(*)
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_hindexed(count, blocklengths, displacements, of, layout) &
      bind(C, name='cw_layout_hindexed')
      import
      integer(c_size_t), value :: count
      integer(c_int64_t), intent(in) :: blocklengths(*), displacements(*)
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_indexed_block(count, blocklength, displacements, of, layout) &
      bind(C, name='cw_layout_indexed_block')
      import
      integer(c_size_t), value :: count
      integer(c_int64_t), value :: blocklength
      integer(c_int64_t), intent(in) :: displacements(*)
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_hindexed_block(count, blocklength, displacements, of, layout) &
      bind(C, name='cw_layout_hindexed_block')
      import
      integer(c_size_t), value :: count
      integer(c_int64_t), value :: blocklength
      integer(c_int64_t), intent(in) :: displacements(*)
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_struct(count, blocklengths, displacements, of, layout) bind(C, name='cw_layout_struct')
      import
      integer(c_size_t), value :: count
      integer(c_int64_t), intent(in) :: blocklengths(*), displacements(*)
      type(c_ptr), intent(in) :: of(*)
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_resized(lb, extent, of, layout) bind(C, name='cw_layout_resized')
      import
      integer(c_int64_t), value :: lb, extent
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_subarray(ndims, sizes, subsizes, starts, order, of, layout) &
      bind(C, name='cw_layout_subarray')
      import
      integer(c_size_t), value :: ndims
      integer(c_int64_t), intent(in) :: sizes(*), subsizes(*), starts(*)
      integer(c_int), value :: order
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function c_darray(rank, ndims, sizes, distributions, blocksizes, processes, order, of, layout) &
      bind(C, name='cw_layout_darray')
      import
      integer(c_int64_t), value :: rank
      integer(c_size_t), value :: ndims
      integer(c_int64_t), intent(in) :: sizes(*), blocksizes(*), processes(*)
      integer(c_int), intent(in) :: distributions(*)
      integer(c_int), value :: order
      type(c_ptr), value :: of
      type(c_ptr), intent(inout) :: layout
    end function

    integer(c_int) function cwf_layout_with_options(of, expected_uses, count, layout) bind(C)
      import
      type(c_ptr), value :: of
      integer(c_int64_t), value :: expected_uses, count
      type(c_ptr), intent(inout) :: layout
    end function

    subroutine c_free(layout) bind(C, name='cw_layout_free')
      import
      type(c_ptr), value :: layout
    end subroutine

    integer(c_int) function c_size(layout, bytes) bind(C, name='cw_layout_size')
      import
      type(c_ptr), value :: layout
      integer(c_int64_t), intent(inout) :: bytes
    end function

    integer(c_int) function c_extent(layout, lb, extent) bind(C, name='cw_layout_extent')
      import
      type(c_ptr), value :: layout
      integer(c_int64_t), intent(inout) :: lb, extent
    end function

    integer(c_int) function c_true_extent(layout, lb, extent) bind(C, name='cw_layout_true_extent')
      import
      type(c_ptr), value :: layout
      integer(c_int64_t), intent(inout) :: lb, extent
    end function

    integer(c_int) function c_notation(layout, text) bind(C, name='cw_layout_notation')
      import
      type(c_ptr), value :: layout
      type(c_ptr), intent(inout) :: text
    end function

    integer(c_int) function c_describe(layout, text) bind(C, name='cw_layout_describe')
      import
      type(c_ptr), value :: layout
      type(c_ptr), intent(inout) :: text
    end function

    ! Arrays are checked against the layout.
    integer(c_int) function cwf_layout_pack(layout, array, count, packed) bind(C)
      import
      type(c_ptr), value :: layout
      type(*), contiguous, intent(in) :: array(..)
      integer(c_int64_t), value :: count
      type(*), contiguous, intent(inout) :: packed(..)
    end function

    integer(c_int) function cwf_layout_unpack(layout, packed, count, array) bind(C)
      import
      type(c_ptr), value :: layout
      type(*), contiguous, intent(in) :: packed(..)
      integer(c_int64_t), value :: count
      type(*), contiguous, intent(inout) :: array(..)
    end function

    ! `first` counts from 0, and `last` is the end of the part.
    integer(c_int) function cwf_layout_pack_range(layout, array, count, first, last, packed) bind(C)
      import
      type(c_ptr), value :: layout
      type(*), contiguous, intent(in) :: array(..)
      integer(c_int64_t), value :: count, first, last
      type(*), contiguous, intent(inout) :: packed(..)
    end function

    integer(c_int) function cwf_layout_unpack_range(layout, packed, count, first, last, array) bind(C)
      import
      type(c_ptr), value :: layout
      type(*), contiguous, intent(in) :: packed(..)
      integer(c_int64_t), value :: count, first, last
      type(*), contiguous, intent(inout) :: array(..)
    end function

    integer(c_int) function cwf_layout_move(from, from_array, from_count, to, to_count, to_array) bind(C)
      import
      type(c_ptr), value :: from, to
      type(*), contiguous, intent(in) :: from_array(..)
      integer(c_int64_t), value :: from_count, to_count
      type(*), contiguous, intent(inout) :: to_array(..)
    end function

    type(c_ptr) function c_last_error() bind(C, name='cw_last_error')
      import
    end function
  end interface
end module
