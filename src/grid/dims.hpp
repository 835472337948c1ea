// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

namespace cartwright::grid {

/// Dims for nprocs processes, as MPI_Dims_create promises them (MPI-4.0, 8.5.2): entries above 0 stay,
/// entries of 0 are chosen, non-increasing, "as close to each other as possible". Here that means, of all
/// factorizations: (1) the smallest difference between the largest and the smallest chosen dim, (2) among
/// those the smallest largest dim, then the smallest second, ... One answer is left: 2400 becomes 50x48,
/// 72 becomes 9x8. Microseconds for the sizes of real machines, and no number below 2^63 hangs it.
/// Throws Error: nprocs below 1, a negative dim, fixed dims whose product does not divide nprocs, no
/// entry of 0 and a product other than nprocs.
Coords dims_create(std::int64_t nprocs, Coords dims);

/// What dims_create asks of its arguments. Throws Error.
void check_fixed_dims(std::int64_t nprocs, const Coords& dims);

/// All ndims dims chosen.
inline Coords dims_create(std::int64_t nprocs, std::size_t ndims) { return dims_create(nprocs, Coords(ndims, 0)); }

}  // namespace cartwright::grid
