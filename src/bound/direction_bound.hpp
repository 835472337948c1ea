// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

namespace cartwright::bound {

/// The same bound as max_internal, for patterns with offsets that are not along a dimension, as in a moore stencil:
/// each group of independent directions is the nearest-neighbor stencil of a lattice (docs/lower-bound.md, section 5).
/// Empty for patterns for which max_internal is better.
std::vector<double> independent_directions(const Pattern& pattern, std::int64_t cells);

/// The same bound for one number of cells, of any size, by a closed formula; infinity instead of empty.
double independent_directions_estimate(const Pattern& pattern, std::int64_t cells);

}  // namespace cartwright::bound
