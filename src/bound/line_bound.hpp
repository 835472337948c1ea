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

}  // namespace cartwright::bound
