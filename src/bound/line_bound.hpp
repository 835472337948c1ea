// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"
#include "machine/sizes.hpp"

namespace cartwright::bound {

/// A lower bound on J_sum for patterns whose offsets all run along one dimension, so that the grid falls
/// into lines that do not talk to each other; 0 for other patterns. Counts how few pieces the domains can
/// break the lines into (docs/lower-bound.md, section 4).
double separate_lines_bound(const Pattern& pattern, const machine::Sizes& sizes);

}  // namespace cartwright::bound
