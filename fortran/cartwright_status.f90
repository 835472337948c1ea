! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> The status codes of cartwright/status.h, and how procedures return them. All modules share them, so a program can use
!> all.
module cartwright_status
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, c_int, c_null_char, c_ptr, &
    c_size_t
  implicit none
  private

  !> status
  integer, parameter, public :: CW_OK = 0, CW_INVALID_ARGUMENT = 1, CW_OVERFLOW = 2, CW_PARSE = 3, CW_IO = 4, &
    CW_UNSUPPORTED = 5, CW_NO_MEMORY = 6, CW_INTERNAL = 7, CW_TIMEOUT = 8, CW_PEER_FAILED = 9

  ! For the other modules.
  public :: text_at, return_status, refused, last_error, in_counts_of_fortran

  interface
    integer(c_int) function cwf_refuse_text(message) bind(C)
      import
      character(kind=c_char), intent(in) :: message(*)
    end function
    subroutine cwf_keep(message, axes) bind(C)
      import
      type(c_ptr), value :: message
      integer(c_int), value :: axes
    end subroutine
    type(c_ptr) function cwf_last_error() bind(C)
      import
    end function
    integer(c_size_t) function c_strlen(text) bind(C, name='strlen')
      import
      type(c_ptr), value :: text
    end function
  end interface

contains

  !> The string of C at an address, "" for a null pointer. (Functions come before their uses: gfortran 12 fails to
  !> compile them otherwise.)
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

  !> The message of the last call of this thread that failed; "" before any failure.
  function last_error() result(text)
    character(len=:), allocatable :: text
    type(c_ptr) :: words
    words = cwf_last_error()
    text = text_at(words)
  end function

  !> The message of a library with entries that count from 1. `axes` is their number where those of the library are in the
  !> opposite order, otherwise 0.
  function in_counts_of_fortran(message, axes) result(text)
    type(c_ptr), intent(in) :: message
    integer, intent(in) :: axes
    character(len=:), allocatable :: text
    call cwf_keep(message, axes)
    text = last_error()
  end function

  !> Returns a status in ierror, or stops with the message: that of a library, or one that the glue has kept if the
  !> status is negative. `axes` is their number where those of the library are in the opposite order, otherwise 0.
  subroutine return_status(status, message, axes, ierror)
    integer(c_int), intent(in) :: status
    type(c_ptr), intent(in) :: message
    integer, intent(in) :: axes
    integer, optional, intent(out) :: ierror
    if (status > CW_OK) call cwf_keep(message, axes)
    if (present(ierror)) then
      ierror = abs(status)
    else if (status /= CW_OK) then
      error stop 'Cartwright: '//last_error()
    end if
  end subroutine

  !> The status of a call that is refused with a message.
  integer(c_int) function refused(message)
    character(len=*), intent(in) :: message
    refused = cwf_refuse_text(message//c_null_char)
  end function
end module
