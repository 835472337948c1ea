! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause

! The modules cartwright_fft and cartwright_poisson on 4 processes, compiled for each binding: USE_MPI_F08 or USE_MPI. The three axes have
! different lengths and waves, so exchanged axes are detected.
program fortran_fft
  use, intrinsic :: iso_c_binding, only: c_associated, c_f_pointer, c_int, c_loc, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
#if defined(USE_MPI_F08)
  use mpi_f08
#else
  use mpi
#endif
  use cartwright_fft
  use cartwright_poisson
  implicit none
  real(real64), parameter :: pi = acos(-1._real64)
  integer, parameter :: n(3) = [12, 10, 6], wave(3) = [2, 3, 1]
  integer :: error, rank

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call find_a_wave(transposed=.false.)
  call find_a_wave(transposed=.true.)
  call halve_the_first_fourier_axis()
  call cut_the_last_axes()
  call take_sections_kinds_and_fields()
  call transform_in_place()
  call apply_operators()
  call apply_operators_to_all_fields()
  call solve_poisson()
  call solve_between_faces()
  call transform_in_two_halves()
  call hold_bricks()
  call refuse()
  call refuse_in_counts_of_fortran()
  call name_a_process_that_does_not_come()
  call take_sizes_of_64_bits()
  call MPI_Finalize(error)

contains

  ! Axes are counted from 1 in messages, in the order of Fortran.
  subroutine refuse_in_counts_of_fortran()
    type(cw_fft_plan) :: none
    type(cw_fft_box) :: box
    call cw_fft_plan_create(MPI_COMM_WORLD, [12, 10, 0], none, ierror=error)
    call expect_words('n(3) is 0: sizes are 1 or more')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, physical=[12, 10, 5], ierror=error)
    call expect_words('physical(3) is 5, less than n(3) = 6')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, kinds=[CW_FFT_FOURIER, CW_FFT_FOURIER, 99], ierror=error)
    call expect_words('kinds(3) is 99')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, basis='FQS', ierror=error)
    call expect_words('basis "FQS": unknown letter ''Q''')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, basis='FFS', kinds=[CW_FFT_DHT, CW_FFT_DHT, CW_FFT_DHT], &
      ierror=error)
    call expect_words('basis "FFS" and kinds are both given: leave one of them out')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, grid=[3, 2], ierror=error)
    call expect_words('process grid 3x2 does not fit 4 processes')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, kinds=[CW_FFT_FOURIER, CW_FFT_FOURIER, CW_FFT_DHT], &
      physical=[12, 10, 9], ierror=error)
    call expect_words('axis 3 of kind DHT cannot be padded from 6 to 9', CW_UNSUPPORTED)
    box = cw_fft_box([1, 1, 2], [12, 10, 7])
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, physical_box=box, ierror=error)
    call expect_words('box of rank 0: 2 to 7 exceeds axis 3 of 6 entries')
  end subroutine

  subroutine expect_words(words, status)
    character(len=*), intent(in) :: words
    integer, optional, intent(in) :: status
    integer :: expected
    expected = CW_INVALID_ARGUMENT
    if (present(status)) expected = status
    call expect(error == expected .and. index(cw_fft_last_error(), words) > 0, words)
  end subroutine

  subroutine name_a_process_that_does_not_come()
    type(cw_fft_plan) :: plan
    integer :: rank, ignored
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ignored)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, timeout=2._real64)
    call cw_fft_barrier(plan)
    if (rank /= 3) call cw_fft_barrier(plan, error)
    if (rank /= 3) call expect_words('with rank 3: this process waited 2 s for it before transform 1', CW_TIMEOUT)
    call MPI_Barrier(MPI_COMM_WORLD, ignored)
    call cw_fft_plan_free(plan)
  end subroutine

  subroutine take_sizes_of_64_bits()
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points
    call cw_fft_plan_create(MPI_COMM_WORLD, int(n, int64), plan, physical=[18_int64, 15_int64, 9_int64])
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call expect(all(points%global == [18, 15, 9]), 'sizes of 64 bits')
    call cw_fft_plan_free(plan)
    call cw_fft_plan_create(MPI_COMM_WORLD, [2_int64**31, 1_int64], plan, ierror=error)
    call expect_words('a size is more than 2147483647')
  end subroutine

  subroutine expect(condition, message)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: message
    if (condition) return
    print '(a, i0, 4a)', 'rank ', rank, ': ', message, '; ', cw_fft_last_error()
    error stop 1
  end subroutine

  ! An operator multiplies a plane wave by its factor.
  subroutine apply_operators()
    real(real64), parameter :: lengths(3) = [1._real64, 2 * pi, 3._real64]
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points, waves
    complex(real64), allocatable :: u(:, :, :), v(:, :, :)
    complex(real64), allocatable, target :: factors(:)
    real(real64), target :: s
    integer(c_int), target :: axis
    real(real64) :: k(3), phase
    integer :: i, j, l
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, transposed=.true., scale=CW_FFT_SCALE_BACKWARD, lengths=lengths)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call cw_fft_plan_array(plan, CW_FFT_SPECTRAL, waves)
    allocate (u(points%first(1):points%last(1), points%first(2):points%last(2), points%first(3):points%last(3)))
    allocate (v, mold=u)
    do l = points%first(3), points%last(3)
      do j = points%first(2), points%last(2)
        do i = points%first(1), points%last(1)
          phase = 2 * pi * sum(wave * ([i, j, l] - 1) / real(n, real64))
          u(i, j, l) = cmplx(cos(phase), sin(phase), real64)
        end do
      end do
    end do
    k = 2 * pi * wave / lengths
    call cw_fft_apply(plan, cw_fft_laplacian, u, v)
    call expect(maxval(abs(v + sum(k**2) * u)) < 1e-9_real64, 'the Laplacian')
    call cw_fft_apply_in_place(plan, cw_fft_inverse_laplacian, v)
    call expect(maxval(abs(v - u)) < 1e-13_real64, 'its inverse, in place')
    s = 0.01
    call cw_fft_apply(plan, cw_fft_gaussian, u, v, c_loc(s))
    call expect(maxval(abs(v - exp(-s * sum(k**2)) * u)) < 1e-13_real64, 'a Gaussian')
    axis = 3
    call cw_fft_apply(plan, cw_fft_derivative, u, v, c_loc(axis), error)
    call expect(error == CW_OK, 'a derivative along z')
    call cw_fft_apply_in_place(plan, derive_along_y, v)
    call expect(maxval(abs(v + k(2) * k(3) * u)) < 1e-12_real64, 'derivatives along y and z')
    allocate (factors(waves%elements), source=(0._real64, 2._real64))
    call cw_fft_apply(plan, cw_fft_factors, u, v, c_loc(factors))
    call expect(maxval(abs(v - (0, 2) * u)) < 1e-13_real64, 'factors')
    call cw_fft_apply(plan, cw_fft_laplacian, u(:, :, :points%first(3) - 1), v, ierror=error)
    call expect_words('in has 0 elements')
    call cw_fft_plan_free(plan)
  end subroutine

  ! The vector (sin 3z, sin x, cos 2y) has the curl (-2 sin 2y, 3 cos 3z, cos x), and no divergence.
  subroutine apply_operators_to_all_fields()
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points
    real(real64), allocatable :: u(:, :, :, :), v(:, :, :, :), curl(:, :, :, :)
    integer(c_int), target :: axes(3)
    real(real64) :: x(3)
    integer :: i, j, l
    call cw_fft_plan_create(MPI_COMM_WORLD, [8, 10, 12], plan, real=.true., fields=3, scale=CW_FFT_SCALE_BACKWARD)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    allocate (u(points%first(1):points%last(1), points%first(2):points%last(2), points%first(3):points%last(3), 3))
    allocate (v, curl, mold=u)
    do l = points%first(3), points%last(3)
      do j = points%first(2), points%last(2)
        do i = points%first(1), points%last(1)
          x = 2 * pi * ([i, j, l] - 1) / real([8, 10, 12], real64)
          u(i, j, l, :) = [sin(3 * x(3)), sin(x(1)), cos(2 * x(2))]
          curl(i, j, l, :) = [-2 * sin(2 * x(2)), 3 * cos(3 * x(3)), cos(x(1))]
        end do
      end do
    end do
    call cw_fft_apply_fields(plan, cw_fft_curl, u, v)
    call expect(maxval(abs(v - curl)) < 1e-12_real64, 'the curl')
    call cw_fft_apply_fields_in_place(plan, cw_fft_projection, v)
    call expect(maxval(abs(v - curl)) < 1e-12_real64, 'the projection of a curl')
    ! The same vector with its components in the order z, x, y.
    axes = [3, 1, 2]
    v = u(:, :, :, axes)
    call cw_fft_apply_fields_in_place(plan, cw_fft_curl, v, c_loc(axes))
    ! A cyclic permutation keeps the orientation.
    call expect(maxval(abs(v - curl(:, :, :, axes))) < 1e-12_real64, 'the curl of components in another order')
    call cw_fft_apply_fields(plan, add_the_first_field, u, v)
    call expect(maxval(abs(v(:, :, :, 3) - u(:, :, :, 3) - u(:, :, :, 1))) < 1e-12_real64, 'an operator of the test')
    call cw_fft_apply(plan, cw_fft_curl, u, v, ierror=error)
    call expect_words('call cw_fft_apply_fields')
    axes = [3, 1, 4]
    call cw_fft_apply_fields(plan, cw_fft_curl, u, v, c_loc(axes), error)
    call expect(error == CW_INVALID_ARGUMENT, 'an axis that does not exist')
    call cw_fft_plan_free(plan)
  end subroutine

  ! Each axis of Fortran has its own boundaries, centering and length, and so does each of its sides.
  subroutine solve_poisson()
    real(real64), parameter :: lengths(3) = [2._real64, 3._real64, 5._real64], lambda = 0.75
    type(cw_poisson) :: solver
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points
    type(cw_fft_times) :: times
    real(real64), allocatable :: u(:, :, :), f(:, :, :), v(:, :, :)
    real(real64) :: first(3), h(3), k(3), x(3)
    integer :: i, j, l
    call cw_poisson_create(MPI_COMM_WORLD, n, solver, boundaries='PP DN ND', centering='CNC', lengths=lengths, &
      lambda=lambda)
    call cw_poisson_array(solver, points)
    do i = 1, 3
      call cw_poisson_points(solver, i, first(i), h(i))
    end do
    call expect(maxval(abs(first - [h(1) / 2, h(2), h(3) / 2])) < 1e-14_real64, 'the first points')
    call expect(maxval(abs(h - lengths / n)) < 1e-14_real64, 'the distances of points')
    allocate (u(points%first(1):points%last(1), points%first(2):points%last(2), points%first(3):points%last(3)))
    allocate (f, v, mold=u)
    k = [2 * pi, pi / 2, 3 * pi / 2] / lengths
    do l = points%first(3), points%last(3)
      do j = points%first(2), points%last(2)
        do i = points%first(1), points%last(1)
          x = k * (first + h * ([i, j, l] - 1))
          u(i, j, l) = sin(x(1)) * sin(x(2)) * cos(x(3))
        end do
      end do
    end do
    f = -(sum(k**2) + lambda) * u
    call cw_poisson_solve(solver, f, v)
    call expect(maxval(abs(v - u)) < 1e-13_real64, 'a solution')
    call cw_poisson_solve_in_place(solver, f)
    call expect(maxval(abs(f - u)) < 1e-13_real64, 'a solution in place')
    call expect(index(cw_poisson_explain(solver), 'laplace(u) - 0.75 u') == 1, 'an explanation')
    call cw_poisson_plan(solver, plan)
    call cw_fft_plan_times(plan, times)
    call expect(times%forward == 2, 'the times of a solver')
    call cw_poisson_solve(solver, u(:, :, :points%first(3) - 1), v, ierror=error)
    call expect_words('in has 0 elements')
    call cw_poisson_points(solver, 4, first(1), h(1), error)
    call expect_words('axis 4 of 3')
    call cw_poisson_free(solver)
    call cw_poisson_create(MPI_COMM_WORLD, n, solver, boundaries='PD DD DD', ierror=error)
    call expect_words('axis 1 has the boundaries PD')
    call cw_poisson_create(MPI_COMM_WORLD, n, solver, lengths=[1._real64, -2._real64, 1._real64], ierror=error)
    call expect_words('lengths(2)')
  end subroutine

  ! Cells of unequal widths along the last axis: constants along it, and a wave along the first.
  subroutine solve_between_faces()
    type(cw_poisson) :: solver
    type(cw_fft_array) :: points
    real(real64), allocatable :: u(:, :, :), f(:, :, :)
    real(real64) :: faces(0:n(3)), first, h
    integer :: i
    faces = [(i + 0.02_real64 * i**2, i=0, n(3))]
    call cw_poisson_create(MPI_COMM_WORLD, n, solver, boundaries='PP PP NN', lambda=2._real64, faces=faces)
    call cw_poisson_array(solver, points)
    call cw_poisson_points(solver, 1, first, h)
    allocate (u(points%first(1):points%last(1), points%first(2):points%last(2), points%first(3):points%last(3)))
    do i = points%first(1), points%last(1)
      u(i, :, :) = cos(first + (i - 1) * h)
    end do
    f = -3 * u
    call cw_poisson_solve_in_place(solver, f)
    call expect(maxval(abs(f - u)) < 1e-13_real64, 'a solution between faces')
    call cw_poisson_points(solver, 3, first, h, error)
    call expect_words('has faces')
    call cw_poisson_free(solver)
    call cw_poisson_create(MPI_COMM_WORLD, n, solver, boundaries='PP PP NN', faces=faces(1:), ierror=error)
    call expect_words('faces needs one entry more')
    faces(2) = faces(1)
    call cw_poisson_create(MPI_COMM_WORLD, n, solver, boundaries='PP PP NN', faces=faces, ierror=error)
    call expect_words('and faces(3) is')
    call cw_poisson_create(MPI_COMM_WORLD, n, solver, boundaries='PP PP UU', faces=faces, ierror=error)
    call expect_words('axis 3 has the boundaries UU and faces')
  end subroutine

  subroutine derive_along_y(row, data) bind(C)
    type(cw_fft_row), intent(in) :: row
    type(c_ptr), value :: data
    complex(real64), pointer :: c(:)
    integer :: i
    if (c_associated(data) .or. any(row%n(:3) /= n) .or. row%axis /= 3 .or. row%start(3) /= 1) error stop 'a row'
    call c_f_pointer(row%values, c, [row%count])
    do i = 1, size(c)
      c(i) = c(i) * cmplx(0, cw_fft_wavenumber(row, 2, i), real64)
    end do
  end subroutine

  subroutine add_the_first_field(row, data) bind(C)
    type(cw_fft_row), intent(in) :: row
    type(c_ptr), value :: data
    type(c_ptr), pointer :: fields(:)
    complex(real64), pointer :: from(:), to(:)
    if (c_associated(data) .or. row%fields /= 3 .or. row%field /= 1) error stop 'a row of all fields'
    call c_f_pointer(row%values_of, fields, [row%fields])
    call c_f_pointer(fields(1), from, [row%count])
    call c_f_pointer(fields(3), to, [row%count])
    to = to + from
  end subroutine

  ! A plane wave has one coefficient.
  subroutine find_a_wave(transposed)
    logical, intent(in) :: transposed
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points, waves
    complex(real64), allocatable :: u(:, :, :), back(:, :, :), coefficients(:)
    complex(real64) :: expected
    real(real64) :: phase
    integer :: i, j, k
    integer(int64) :: at
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, transposed=transposed, grid=[0], scale=CW_FFT_SCALE_FORWARD)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call cw_fft_plan_array(plan, CW_FFT_SPECTRAL, waves)
    call expect(all(points%global == n) .and. points%is_complex .and. points%element_bytes == 16, 'the global array')
    call expect(all(points%axes == [1, 2, 3]), 'the first index is the fastest')
    call expect(all(waves%axes == merge([3, 1, 2], [1, 2, 3], transposed)), 'axes as the last transpose leaves them')
    allocate (u(points%first(1):points%last(1), points%first(2):points%last(2), points%first(3):points%last(3)))
    allocate (back, mold=u)
    allocate (coefficients(waves%elements))
    do k = points%first(3), points%last(3)
      do j = points%first(2), points%last(2)
        do i = points%first(1), points%last(1)
          phase = 2 * pi * sum(wave * ([i, j, k] - 1) / real(n, real64))
          u(i, j, k) = cmplx(cos(phase), sin(phase), real64)
        end do
      end do
    end do
    call cw_fft_forward(plan, u, coefficients, error)
    call expect(error == CW_OK, 'forward')
    do k = waves%first(3), waves%last(3)
      do j = waves%first(2), waves%last(2)
        do i = waves%first(1), waves%last(1)
          at = 1 + sum(([i, j, k] - waves%first) * waves%stride)
          expected = merge(1, 0, all([i, j, k] - 1 == wave))
          call expect(abs(coefficients(at) - expected) < 1e-14_real64, 'a single wave')
        end do
      end do
    end do
    call cw_fft_backward(plan, coefficients, back, error)
    call expect(error == CW_OK, 'backward')
    call expect(maxval(abs(back - u)) < 1e-14_real64, 'there and back')
    call cw_fft_plan_free(plan, error)
    call expect(error == CW_OK, 'free')
  end subroutine

  subroutine halve_the_first_fourier_axis()
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: waves
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, real=.true.)
    call cw_fft_plan_array(plan, CW_FFT_SPECTRAL, waves)
    call expect(all(waves%global == [7, 10, 6]), 'x is halved')
    call cw_fft_plan_free(plan)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, basis='SFF', real=.true.)
    call cw_fft_plan_array(plan, CW_FFT_SPECTRAL, waves)
    call expect(all(waves%global == [12, 6, 6]), 'y is halved after sines along x')
    call cw_fft_plan_free(plan)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, basis='SSC', real=.true.)
    call cw_fft_plan_array(plan, CW_FFT_SPECTRAL, waves)
    call expect(all(waves%global == n) .and. .not. waves%is_complex, 'nothing is halved without waves')
    call cw_fft_plan_free(plan)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, physical=[18, 15, 6])
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, waves)
    call expect(all(waves%global == [18, 15, 6]), 'a padded grid')
    call cw_fft_plan_free(plan)
  end subroutine

  subroutine cut_the_last_axes()
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points
    integer :: owner, held
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, grid=[1, 4], order='row-major', method='alltoallv')
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call expect(all(points%count(:2) == n(:2)) .and. points%count(3) <= 2, 'z is cut into four')
    held = 0
    do owner = 0, 3
      call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points, rank=owner)
      held = held + points%count(3)
      call expect(all(points%last - points%first + 1 == points%count), 'first and last')
    end do
    call expect(held == n(3), 'all of z')
    call expect(index(cw_fft_explain_json(plan), 'alltoallv') > 0, 'the method in JSON')
    call expect(len(cw_fft_explain(plan)) > 0, 'an explanation')
    call cw_fft_plan_free(plan)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, grid=[4, 1], effort=CW_FFT_ESTIMATE)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call expect(points%count(1) == n(1) .and. points%count(2) <= 3 .and. points%count(3) == n(3), 'y is cut into four')
    call cw_fft_plan_free(plan)
  end subroutine

  ! Cosines along the first axis only, for two fields in single precision, from the middle of an array.
  subroutine take_sections_kinds_and_fields()
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points
    type(cw_fft_times) :: times
    real(real32), allocatable :: halo(:, :, :, :), coefficients(:, :, :, :)
    integer :: i
    integer(int64) :: bytes
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, kinds=[CW_FFT_REDFT10, CW_FFT_NONE, CW_FFT_NONE], real=.true., &
      precision=CW_FFT_FLOAT, fields=2)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    allocate (halo(0:points%count(1) + 1, points%count(2), points%count(3), 2), source=-9e9_real32)
    allocate (coefficients(points%count(1), points%count(2), points%count(3), 2))
    do i = 1, n(1)
      halo(i, :, :, 1) = real(cos(pi * 5 * (i - 0.5_real64) / n(1)), real32)
      halo(i, :, :, 2) = -2 * halo(i, :, :, 1)
    end do
    call cw_fft_forward(plan, halo(1:n(1), :, :, :), coefficients)
    call expect(all(abs(coefficients(6, :, :, 1) - n(1)) < 1e-4_real32), 'a cosine in the first field')
    call expect(all(abs(coefficients(6, :, :, 2) + 2 * n(1)) < 1e-4_real32), 'a cosine in the second field')
    call expect(all(abs(coefficients(:5, :, :, :)) < 1e-4_real32), 'nothing else')
    call cw_fft_backward(plan, coefficients, halo(1:n(1), :, :, :))
    call expect(all(abs(halo(1, :, :, 1) - 2 * n(1) * cos(pi * 2.5 / n(1))) < 1e-3_real32), 'back into a section')
    call expect(all(halo(0, :, :, :) < -8e9_real32), 'around the section nothing is written')
    call cw_fft_plan_times(plan, times)
    call expect(times%forward == 1 .and. times%backward == 1 .and. times%total > 0, 'times')
    call cw_fft_reset_times(plan)
    call cw_fft_plan_times(plan, times)
    call expect(times%forward == 0, 'times from the start')
    call cw_fft_plan_work_bytes(plan, bytes)
    call expect(bytes >= 0, 'work space')
    call cw_fft_plan_free(plan)
  end subroutine

  subroutine transform_in_place()
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points
    type(c_ptr) :: memory
    integer(int64) :: bytes
    real(real64), pointer :: u(:)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, real=.true., scale=CW_FFT_SCALE_UNITARY)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call cw_fft_plan_buffer_bytes(plan, bytes)
    call cw_fft_alloc(bytes, memory)
    call c_f_pointer(memory, u, [bytes / 8])
    u = rank + 1
    call cw_fft_forward_in_place(plan, u)
    call cw_fft_backward_in_place(plan, u)
    call expect(all(abs(u(:points%elements) - (rank + 1)) < 1e-13_real64), 'in place, there and back')
    call cw_fft_forward_in_place(plan, u(:max(1, int(bytes) / 16)), error)
    call expect(error == CW_INVALID_ARGUMENT .and. index(cw_fft_last_error(), 'bytes') > 0, 'half of the buffer')
    call cw_fft_dealloc(memory)
    call cw_fft_plan_free(plan)
  end subroutine

  subroutine transform_in_two_halves()
    type(cw_fft_plan) :: plan
    type(cw_fft_array) :: points, waves
    complex(real64), allocatable, asynchronous :: u(:), coefficients(:), back(:)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, scale=CW_FFT_SCALE_BACKWARD)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call cw_fft_plan_array(plan, CW_FFT_SPECTRAL, waves)
    allocate (u(2 * points%elements), source=cmplx(1, -1, real64))
    allocate (back(points%elements), coefficients(waves%elements))
    call cw_fft_forward_start(plan, u(:points%elements), coefficients)
    call cw_fft_finish(plan)
    call cw_fft_backward_start(plan, coefficients, back)
    call cw_fft_finish(plan)
    call expect(all(abs(back - cmplx(1, -1, real64)) < 1e-14_real64), 'in halves, there and back')
    call cw_fft_forward_start(plan, u(::2), coefficients, error)
    call expect(error == CW_INVALID_ARGUMENT .and. index(cw_fft_last_error(), 'contiguous') > 0, 'every second element')
    call cw_fft_plan_free(plan)
  end subroutine

  ! Halves of x and of z, but the plan cuts other axes.
  subroutine hold_bricks()
    type(cw_fft_plan) :: plan, other
    type(cw_fft_array) :: points
    integer :: first(3), last(3)
    first = [mod(rank, 2) * 6 + 1, 1, rank / 2 * 3 + 1]
    last = [mod(rank, 2) * 6 + 6, 10, rank / 2 * 3 + 3]
    call cw_fft_plan_create(MPI_COMM_WORLD, n, other)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, physical_box=cw_fft_box(first, last), share=other)
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    call expect(all(points%first == first) .and. all(points%last == last), 'a brick')
    call cw_fft_plan_free(plan)
    call cw_fft_plan_free(other)
  end subroutine

  subroutine refuse()
    type(cw_fft_plan) :: plan, none, copy
    type(cw_fft_array) :: points
    complex(real64), allocatable :: u(:), coefficients(:)
    integer(int64) :: size_found
    real(real64), allocatable :: wrong(:)
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, basis='FQF', ierror=error)
    call expect(error == CW_INVALID_ARGUMENT .and. index(cw_fft_last_error(), 'Q') > 0, 'a wrong letter')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, none, kinds=[CW_FFT_DHT], ierror=error)
    call expect(error == CW_INVALID_ARGUMENT .and. index(cw_fft_last_error(), 'kinds') > 0, 'too few kinds')
    call cw_fft_plan_create(MPI_COMM_WORLD, n, plan, grid=[0])
    call cw_fft_plan_array(plan, CW_FFT_PHYSICAL, points)
    allocate (u(points%elements), source=(0._real64, 0._real64))
    allocate (wrong(2 * points%elements), source=0._real64)
    call cw_fft_plan_array(plan, CW_FFT_SPECTRAL, points)
    allocate (coefficients(points%elements))
    ! Slabs of 6 planes: every process holds part of them.
    call cw_fft_forward(plan, wrong, coefficients, error)
    call expect(error == CW_INVALID_ARGUMENT .and. index(cw_fft_last_error(), 'complex') > 0, 'real data for complex')
    ! Only process 1 has an error; the others get it as well.
    call cw_fft_forward(plan, u(:size(u) - merge(1, 0, rank == 1)), coefficients, error)
    call expect(error == CW_INVALID_ARGUMENT, 'one array that is too small')
    if (rank == 1) call expect(index(cw_fft_last_error(), 'elements') > 0, 'which one')
    call cw_fft_forward(plan, u, coefficients, error)
    call expect(error == CW_OK, 'the plan after refusals')
    copy = plan
    call cw_fft_plan_free(plan)
    call cw_fft_forward(copy, u, coefficients, error)
    call expect(error == CW_INVALID_ARGUMENT, 'a plan that was freed')
    call cw_fft_next_size(97_int64, size_found)
    call expect(size_found == 98, 'the next size that transforms fast')
    call cw_fft_next_size(0_int64, size_found, error)
    call expect(error == CW_INVALID_ARGUMENT .and. size_found == 98, 'no size')
    call cw_fft_wisdom_load('/nonexistent/wisdom', error)
    call expect(error == CW_IO .and. index(cw_fft_last_error(), '/nonexistent') > 0, 'no wisdom')
  end subroutine
end program
