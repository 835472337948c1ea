// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

#include <vector>

namespace cartwright::grid {

/// All ways to write n as an ordered product of as many factors as `dims` has zeros, the other dims kept:
/// the dims that a program may choose from. In descending order of the first, then the second, ...
/// Throws Error when there are more than `limit`.
std::vector<Coords> all_dims(std::int64_t n, const Coords& dims, std::size_t limit);

}  // namespace cartwright::grid
