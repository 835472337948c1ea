// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

#include <algorithm>
#include <cstdlib>

namespace cartwright::grid {

/// From how many cells of a grid an offset leads to a cell.
inline std::int64_t places(const Grid& grid, const Coords& delta) {
  std::int64_t count = 1;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    count *= grid.periodic(i) ? grid.dim(i) : std::max<std::int64_t>(grid.dim(i) - std::abs(delta[i]), 0);
  return count;
}

}  // namespace cartwright::grid
