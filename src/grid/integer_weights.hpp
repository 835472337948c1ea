// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

#include <span>

namespace cartwright::grid {

/// One weight per dimension, as whole numbers of some unit.
using IntegerWeights = base::FixedVector<std::int64_t, max_dims>;

/// Weights as integers in the same ratios, so that sums of them can be exact and ties be ties.
///
/// A weight such as 1.0/1100 stands for a fraction that no double holds. So each ratio to the greatest weight is read
/// as the simplest fraction within eight units in its last place, 1000 : 1100 : 950 as 209 : 190 : 220 from their
/// reciprocals; where the common denominator passes 2^58, ratios are rounded to 58 bits instead. At most 2^58. Empty
/// stands for equal weights, and `ndims` ones are returned. Throws Error: another number of weights than ndims, one
/// that is negative, infinite or NaN.
IntegerWeights integer_weights(std::span<const double> weights, std::size_t ndims);

}  // namespace cartwright::grid
