// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

namespace cartwright::bound {

/// For a pattern of two dimensions, divided into lines along dimension `along`: value[a * (cells + 1) + b] is the
/// largest weight, both directions, of the edges between a cells of one line and b cells of the next; a, b <= cells.
/// Empty if lines are periodic, if an offset goes past the next line, if only one offset goes to the next line (then
/// the weight follows from min(a, b)), or if offsets along the lines are so long that the table is not worth it.
std::vector<double> pair_internal(const Pattern& pattern, std::size_t along, std::int64_t cells);

}  // namespace cartwright::bound
