! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

!> Solvers of laplace(u) - lambda u = f in a box: cartwright/poisson.h for Fortran, in the manner of cartwright_fft.
!>
!>     type(cw_poisson) :: solver
!>     type(cw_fft_array) :: mine
!>     call cw_poisson_create(MPI_COMM_WORLD, [nx, ny, nz], solver, boundaries='PP PP NN')
!>     call cw_poisson_array(solver, mine)
!>     allocate (u(mine%first(1):mine%last(1), mine%first(2):mine%last(2), mine%first(3):mine%last(3)))
!>     call cw_poisson_solve_in_place(solver, u)
module cartwright_poisson
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_loc, c_null_char, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi_f08, only: MPI_Comm
  use cartwright_fft_c
  use cartwright_fft_plans
  use cartwright_status
  implicit none
  private

  !> laplacian: exact for the waves of the transforms, or differences between neighbors
  integer, parameter, public :: CW_POISSON_SPECTRAL = 0, CW_POISSON_SECOND_ORDER = 1

  !> A solver, freed by cw_poisson_free only. A copy refers to the same solver. The members are private to Cartwright.
  type, public :: cw_poisson
    type(c_ptr) :: handle = c_null_ptr
    integer(int64) :: fields = 1
  end type

  !> Makes a solver. Collective over comm. All arguments after `solver` are optional keywords.
  !>
  !> call cw_poisson_create(comm, n, solver [, boundaries, centering, lengths, lambda, laplacian, is_complex, precision, &
  !>                        fields, grid, order, method, effort, physical_box, share, timeout, faces, ierror])
  !>   comm        in     an intracommunicator: type(MPI_Comm) or integer
  !>   n           in     integer(:): numbers of points, 2 to 16 axes, the fastest first
  !>   solver      inout  receives the solver
  !>   boundaries  in     character: two letters for each axis, for its lower and its upper side: P periodic (both),
  !>                      D Dirichlet, N Neumann, U unbounded. Blanks are ignored. Periodic by default
  !>   centering   in     character: a letter for each axis, C cells, N nodes; cells by default
  !>   lengths     in     real(real64)(:): lengths of the box; 2 pi for periodic axes by default, and pi for others
  !>   lambda      in     real(real64): 0 by default
  !>   laplacian   in     CW_POISSON_SPECTRAL or CW_POISSON_SECOND_ORDER
  !>   is_complex  in     logical: whether f and u are complex
  !>   faces       in     real(real64)(:): the n + 1 ascending coordinates of the faces of the cells along the last axis,
  !>                      whose widths then differ; it is not unbounded
  !> The others are those of cw_fft_plan_create.
  public :: cw_poisson_create
  interface cw_poisson_create
    procedure create, create_f08
  end interface

  public :: cw_poisson_free, cw_poisson_array, cw_poisson_points, cw_poisson_solve, cw_poisson_solve_in_place
  public :: cw_poisson_explain, cw_poisson_plan

contains

  subroutine create_f08(comm, n, solver, boundaries, centering, lengths, lambda, laplacian, is_complex, precision, &
    fields, grid, order, method, effort, physical_box, share, timeout, faces, ierror)
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: n(:)
    type(cw_poisson), intent(inout) :: solver
    character(len=*), optional, intent(in) :: boundaries, centering, order, method
    real(real64), optional, intent(in) :: lengths(:), lambda, timeout, faces(:)
    integer, optional, intent(in) :: laplacian, precision, fields, grid(:), effort
    logical, optional, intent(in) :: is_complex
    type(cw_fft_box), optional, intent(in) :: physical_box
    type(cw_fft_plan), optional, intent(in) :: share
    integer, optional, intent(out) :: ierror
    call create(comm%MPI_VAL, n, solver, boundaries, centering, lengths, lambda, laplacian, is_complex, precision, &
      fields, grid, order, method, effort, physical_box, share, timeout, faces, ierror)
  end subroutine

  subroutine create(comm, n, solver, boundaries, centering, lengths, lambda, laplacian, is_complex, precision, &
    fields, grid, order, method, effort, physical_box, share, timeout, faces, ierror)
    integer, intent(in) :: comm
    integer, intent(in) :: n(:)
    type(cw_poisson), intent(inout) :: solver
    character(len=*), optional, intent(in) :: boundaries, centering, order, method
    real(real64), optional, intent(in) :: lengths(:), lambda, timeout, faces(:)
    integer, optional, intent(in) :: laplacian, precision, fields, grid(:), effort
    logical, optional, intent(in) :: is_complex
    type(cw_fft_box), optional, intent(in) :: physical_box
    type(cw_fft_plan), optional, intent(in) :: share
    integer, optional, intent(out) :: ierror

    type(c_poisson_options) :: c
    character(len=:), allocatable, target :: c_boundaries, c_centering
    real(c_double), target :: c_lengths(size(n))
    real(c_double), allocatable, target :: c_faces(:)
    type(cw_fft_plan) :: made

    if (present(lengths)) then
      if (size(lengths) /= size(n)) then
        call settle(refused('lengths needs an entry for each axis'), ierror)
        return
      end if
      c_lengths = lengths(size(n):1:-1)
      c%lengths = c_loc(c_lengths)
    end if
    if (present(faces)) then
      if (size(faces) /= n(size(n)) + 1) then
        call settle(refused('faces needs one entry more than the last axis has cells'), ierror)
        return
      end if
      c_faces = faces
      c%faces = c_loc(c_faces)
    end if
    if (present(boundaries)) c_boundaries = reversed(boundaries, 2)//c_null_char
    if (present(boundaries)) c%boundaries = c_loc(c_boundaries)
    if (present(centering)) c_centering = reversed(centering, 1)//c_null_char
    if (present(centering)) c%centering = c_loc(c_centering)
    if (present(lambda)) c%lambda = lambda
    if (present(laplacian)) c%laplacian = laplacian
    if (present(is_complex)) c%complex_data = merge(1, 0, is_complex)
    call create_plan(comm, int(n, int64), made, precision=precision, fields=fields, grid=grid, order=order, &
      method=method, effort=effort, physical_box=physical_box, share=share, timeout=timeout, ierror=ierror, poisson=c)
    if (c_associated(made%handle)) solver = cw_poisson(made%handle, made%fields)
  end subroutine

  !> Frees a solver and its plan. Collective.
  subroutine cw_poisson_free(solver, ierror)
    type(cw_poisson), intent(inout) :: solver
    integer, optional, intent(out) :: ierror
    integer :: status
    status = c_poisson_free(solver%handle)
    if (status == CW_OK) solver%handle = c_null_ptr
    call settle(status, ierror)
  end subroutine

  !> The part of f and u that a process holds. Local.
  !>   array  receives the part
  !>   rank   a process of the communicator; the calling one by default
  subroutine cw_poisson_array(solver, array, rank, ierror)
    type(cw_poisson), intent(in) :: solver
    type(cw_fft_array), intent(inout) :: array
    integer, optional, intent(in) :: rank
    integer, optional, intent(out) :: ierror
    type(cw_fft_plan) :: plan
    integer :: status
    status = c_poisson_plan(solver%handle, plan%handle)
    if (status /= CW_OK) call settle(status, ierror)
    if (status == CW_OK) call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, array, rank, ierror)
  end subroutine

  !> The points along an axis: that of global index i, from 1, is at first + (i - 1) * spacing. Local. An axis with faces
  !> is refused: its points are in the middle between these.
  subroutine cw_poisson_points(solver, axis, first, spacing, ierror)
    type(cw_poisson), intent(in) :: solver
    integer, intent(in) :: axis
    real(real64), intent(inout) :: first, spacing
    integer, optional, intent(out) :: ierror
    call settle(cwf_poisson_points(solver%handle, axis, first, spacing), ierror)
  end subroutine

  !> Solves the equation. Collective. Where all mean values solve it, that of u is 0.
  !>   in   f at the points of this process, which is not changed
  !>   out  receives u; it must not overlap `in`
  subroutine cw_poisson_solve(solver, in, out, ierror)
    type(cw_poisson), intent(in) :: solver
    type(*), contiguous, intent(in) :: in(..)
    type(*), contiguous, intent(inout) :: out(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_poisson_solve(solver%handle, solver%fields, in, out), ierror)
  end subroutine

  !> cw_poisson_solve in place. Collective.
  !>   buffer  f at the points of this process; receives u
  subroutine cw_poisson_solve_in_place(solver, buffer, ierror)
    type(cw_poisson), intent(in) :: solver
    type(*), contiguous, intent(inout) :: buffer(..)
    integer, optional, intent(out) :: ierror
    call settle(cwf_poisson_solve(solver%handle, solver%fields, buffer, buffer), ierror)
  end subroutine

  !> The equation, and the choices of the plan with their reasons, in a few lines. Axes are those of C. Local.
  function cw_poisson_explain(solver) result(text)
    type(cw_poisson), intent(in) :: solver
    character(len=:), allocatable :: text
    text = text_at(c_poisson_explain(solver%handle))
  end function

  !> The plan of a solver, for its times, or to share its work space. It belongs to the solver. Local.
  subroutine cw_poisson_plan(solver, plan, ierror)
    type(cw_poisson), intent(in) :: solver
    type(cw_fft_plan), intent(inout) :: plan
    integer, optional, intent(out) :: ierror
    plan%fields = solver%fields
    call settle(c_poisson_plan(solver%handle, plan%handle), ierror)
  end subroutine

  ! Without blanks, and with groups of `each` letters in the opposite order.
  function reversed(given, each) result(text)
    character(len=*), intent(in) :: given
    integer, intent(in) :: each
    character(len=:), allocatable :: text, group
    integer :: i
    text = ''
    group = ''
    do i = 1, len(given)
      if (given(i:i) == ' ') cycle
      group = group//given(i:i)
      if (len(group) < each) cycle
      text = group//text
      group = ''
    end do
    text = text//group
  end function
end module
