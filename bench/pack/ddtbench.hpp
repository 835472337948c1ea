// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pack/layouts.hpp"

#include <array>

// The communication patterns of DDTBench, each from its parameters, which have the names of DDTBench. Arrays are those
// of Fortran: the first index runs fastest.
namespace cartwright::bench {

/// First and last index of one dimension of an array in memory, and of the part that is sent.
struct WrfRange {
  std::int64_t memory_first, memory_last, first, last;
};
/// WRF: the same part of four 2-D arrays, three 3-D arrays and one component each of two 4-D arrays, of floats. Each
/// part consists of vectors, or is a subarray.
enum class WrfParts { vectors, subarrays };
Case wrf(const std::string& name, WrfParts parts, WrfRange i, WrfRange k, WrfRange j);

/// MILC: vectors of SU(3) at the lower end of a 4-D lattice in direction z, even and odd sites.
Case milc_su3_zdown(std::array<std::int64_t, 4> lattice);

/// NAS LU: five doubles per point; a row is contiguous, a column is not. `rows` x `columns` without halo.
Case nas_lu_x(std::int64_t columns);
Case nas_lu_y(std::int64_t columns, std::int64_t rows);

/// NAS MG: the faces of a 3-D array of doubles without its halo.
Case nas_mg(char face, std::array<std::int64_t, 3> dims);

/// LAMMPS: `sent` of `atoms`, at random, out of several arrays: positions (three doubles) and properties (one each).
Case lammps_full(std::int64_t atoms, std::int64_t sent);
Case lammps_atomic(std::int64_t atoms, std::int64_t sent);

/// SPECFEM3D: points of the outer core (a float each), of crust-mantle and inner core (three floats each), at random;
/// and one of two sides of elements (three floats), all of them.
Case specfem3d_oc(std::int64_t points, std::int64_t sent);
Case specfem3d_cm(std::array<std::int64_t, 2> points, std::array<std::int64_t, 2> sent);
Case specfem3d_mt(std::int64_t elements);

/// The transpose in a 2-D FFT, of an n x n matrix of complex doubles that is distributed over `processes`: the part for
/// one process, as sent (blocks of rows) and as received (columns).
Case fft2d_send(std::int64_t n, std::int64_t processes);
Case fft2d_receive(std::int64_t n, std::int64_t processes);

}  // namespace cartwright::bench
