// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

#include <vector>

namespace cartwright::grid {

/// All dims of n processes that keep the non-zero entries of `dims`; zeros stand for free entries. In descending order
/// of the first entry, then of the second, ...
/// Throws Error when there are more than `limit`.
std::vector<Coords> all_dims(std::int64_t n, const Coords& dims, std::size_t limit);

}  // namespace cartwright::grid
