// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

namespace cartwright::bound {

/// For m = 0 ... min(cells, size of the grid): no m cells have a larger internal weight (directed edges
/// of the pattern that begin and end among them) than value[m]. Proof in docs/lower-bound.md, section 1.
/// O(2^d d cells^2 log cells) time for d <= 4 dimensions.
std::vector<double> max_internal(const Pattern& pattern, std::int64_t cells);

/// The same promise for one number of cells, of any size, by a closed formula that is less tight.
double max_internal_estimate(const Pattern& pattern, std::int64_t cells);

}  // namespace cartwright::bound
