// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cost/pattern.hpp"
#include "machine/sizes.hpp"

namespace cartwright {

/// A lower bound on J_sum that sees whether the pieces into which domains of good shape break the fibres
/// along `dims` can fill these fibres: 50 cells take no whole number of pieces of 16
/// (docs/lower-bound.md, section 3). Exact multiples of `resolution` above the bound are of no use.
/// 0 when the search for prices would be too long.
double priced_bound(const Pattern& pattern, DimSet dims, const Sizes& sizes, double resolution);

}  // namespace cartwright
