// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/weighted_dims.hpp"
#include "mapping/algorithm.hpp"

namespace cartwright::mapping {

/// The order in which every domain of every level holds a block of the grid: the grid is cut into levels[0] blocks,
/// each of them into levels[1], and so on; blocks follow each other row-major [Niethammer2019, slides 9 and 18]. The
/// machine must have as many domains as the cuts have parts, all of equal sizes; product(levels) are the dims. Throws
/// Error: no level, a cut below 1, a product past 63 bits.
std::unique_ptr<LocalOrder> level_blocks(const grid::LevelDims& levels);

}  // namespace cartwright::mapping
