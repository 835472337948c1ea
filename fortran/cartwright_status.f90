! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The status codes of cartwright/status.h, and how procedures return them. The modules cartwright_fft and cartwright_halo
! share them, so a program can use both.
module cartwright_status
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, c_int, c_ptr, c_size_t
  implicit none
  private

  !> status
  integer, parameter, public :: CW_OK = 0, CW_INVALID_ARGUMENT = 1, CW_OVERFLOW = 2, CW_PARSE = 3, CW_IO = 4, &
    CW_UNSUPPORTED = 5, CW_NO_MEMORY = 6, CW_INTERNAL = 7

  ! For the other modules.
  public :: text_at, return_status

  interface
    integer(c_size_t) function c_strlen(text) bind(C, name='strlen')
      import
      type(c_ptr), value :: text
    end function
  end interface

contains

  !> The string of C at an address, "" for a null pointer. (Before its uses: gfortran 12 fails to compile it otherwise.)
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

  !> Returns a status in ierror, or stops with the message. A negative one is that of a call which the glue refused.
  subroutine return_status(status, message, ierror)
    integer(c_int), intent(in) :: status
    type(c_ptr), intent(in) :: message
    integer, optional, intent(out) :: ierror
    if (present(ierror)) then
      ierror = merge(CW_INVALID_ARGUMENT, int(status), status < CW_OK)
    else if (status /= CW_OK) then
      error stop 'Cartwright: '//text_at(message)
    end if
  end subroutine
end module
