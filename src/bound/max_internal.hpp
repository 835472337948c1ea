// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

namespace cartwright::bound {

/// For m = 0 ... min(cells, size of the grid): value[m] is an upper bound on the internal weight of any m cells (the
/// directed edges of the pattern that begin and end among them). Proof in docs/lower-bound.md, section 1.
/// O(2^d d cells^2 log cells) time for d <= 4 dimensions.
std::vector<double> max_internal(const Pattern& pattern, std::int64_t cells);

/// The same bound for one number of cells, of any size, by a closed formula that is less tight.
double max_internal_estimate(const Pattern& pattern, std::int64_t cells);

}  // namespace cartwright::bound
