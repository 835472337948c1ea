// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"
#include "machine/sizes.hpp"

namespace cartwright::bound {

/// A lower bound on J_sum for patterns whose offsets all run along one dimension; 0 for other patterns. The grid is
/// then a set of lines without traffic between them, and the bound is the least number of pieces into which the domains
/// break the lines (docs/lower-bound.md, section 4).
double separate_lines_bound(const Pattern& pattern, const machine::Sizes& sizes);

/// A lower bound on J_sum for patterns whose offsets are all multiples of one step, in any direction; 0 for other
/// patterns, and if the step moves along a periodic dimension. The grid is then a set of lines of different lengths,
/// and those that are longer than the largest domain are cut.
double oblique_lines_bound(const Pattern& pattern, const machine::Sizes& sizes);

}  // namespace cartwright::bound
