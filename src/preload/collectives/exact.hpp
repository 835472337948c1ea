// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::preload {

/// Whether the elements of processes can be combined in any order, and give the same bits: integers, logical and
/// bitwise operations. With CARTWRIGHT_REASSOCIATE also sums, products and extremes of floating-point numbers, whose
/// last bits, signs of zero and NaNs depend on the order. User-defined operations never can.
bool any_order(MPI_Op op, MPI_Datatype type);

}  // namespace cartwright::preload
