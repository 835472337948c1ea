// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

namespace cartwright::bound {

/// For a pattern of two dimensions, cut into lines along dimension `along` that lie side by side:
/// value[a * (cells + 1) + b] is the largest weight, both directions, of the edges between a cells of one
/// line and b cells of the next; a, b <= cells. Empty when there is no such table: lines are periodic, some
/// offset leads past the next line, a single offset leads there (then min(a, b) is all there is to know), or
/// offsets along the lines are so long that the table is not worth it.
std::vector<double> pair_internal(const Pattern& pattern, std::size_t along, std::int64_t cells);

}  // namespace cartwright::bound
