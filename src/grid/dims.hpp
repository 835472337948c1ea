// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

namespace cartwright::grid {

/// Dims for nprocs processes, by the rule of MPI_Dims_create (MPI-4.0, 8.5.2): entries above 0 stay, entries of 0 are
/// chosen, non-increasing, "as close to each other as possible". Among all factorizations, take (1) those with the
/// smallest difference between the largest and the smallest chosen dim, (2) among these the smallest largest dim, then
/// the smallest second, ... Exactly one answer is left: 2400 becomes 50x48, 72 becomes 9x8.
/// Takes microseconds for the sizes of real machines, and ends for every number below 2^63.
/// Throws Error: nprocs below 1, a negative dim, fixed dims whose product does not divide nprocs, no entry of 0 and a
/// product other than nprocs.
Coords dims_create(std::int64_t nprocs, Coords dims);

/// Checks the arguments of dims_create. Throws Error.
void check_fixed_dims(std::int64_t nprocs, const Coords& dims);

/// The same with all `ndims` dims free.
inline Coords dims_create(std::int64_t nprocs, std::size_t ndims) { return dims_create(nprocs, Coords(ndims, 0)); }

}  // namespace cartwright::grid
