// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

#include <span>

namespace cartwright::grid {

/// One weight per dimension, as integer multiples of some unit.
using IntegerWeights = base::FixedVector<std::int64_t, max_dims>;

/// Weights as integers in the same ratios: their sums are exact, and equal sums compare equal.
///
/// A double cannot hold a fraction such as 1/1100 exactly. So each ratio to the greatest weight is read as the simplest
/// fraction within eight units in its last place: the reciprocals of 1000, 1100 and 950 become 209 : 190 : 220. When
/// the common denominator exceeds 2^58, ratios are rounded to 58 bits instead. Results are at most 2^58. An empty list
/// means equal weights and gives `ndims` ones.
/// Throws Error: a number of weights other than ndims, a weight that is negative, infinite or NaN.
IntegerWeights integer_weights(std::span<const double> weights, std::size_t ndims);

}  // namespace cartwright::grid
