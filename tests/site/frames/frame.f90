! SPDX-FileCopyrightText: 2026 The Cartwright authors
! SPDX-License-Identifier: BSD-3-Clause
!
! What the blocks of Fortran in README.md and docs take as given, in each subroutine.
use, intrinsic :: iso_c_binding
use mpi_f08
use cartwright
use cartwright_fft
use cartwright_halo
use cartwright_layout
implicit none
integer :: n_mine, nx, ny, nz, dims(3)
type(MPI_Comm) :: comm, cart
type(cw_halo) :: halo
type(cw_halo_fields) :: fields
type(cw_fft_plan) :: plan
type(cw_fft_array) :: p
type(c_ptr), allocatable :: arrays(:)
integer, allocatable :: start(:), own(:)
double precision, pointer :: grid(:, :, :)
double precision, allocatable :: u(:, :, :), read(:), mine(:)
complex(kind(1d0)), allocatable :: coefficients(:, :, :)
