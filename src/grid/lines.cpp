// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/lines.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::grid {

std::optional<std::vector<std::size_t>> line_dims(std::string_view name, std::size_t ndims) {
  if (name != "rows" && name != "columns" && name != "transposes") return std::nullopt;
  std::vector<std::size_t> dims(ndims);
  std::iota(dims.begin(), dims.end(), std::size_t{0});
  if (name == "transposes" || ndims == 0) return dims;
  return std::vector<std::size_t>{name == "rows" ? ndims - 1 : 0};
}

std::int64_t line_steps(const Grid& grid, std::size_t dim, std::int64_t max_edges) {
  return std::min(grid.dim(dim) - 1, std::max<std::int64_t>(1, max_edges / grid.size()));
}

Stencil line_stencil(const Grid& grid, const std::vector<std::size_t>& dims, std::int64_t max_edges, double weight) {
  std::vector<Offset> offsets;
  for (const std::size_t dim : dims)
    for (std::int64_t step = 1; step <= line_steps(grid, dim, max_edges); ++step)
      for (const std::int64_t way : {step, -step}) {
        // Along a periodic dimension, a step one way reaches the same cell as the rest of the way round: count it once.
        if (grid.periodic(dim) && (way > 0 ? 2 * step > grid.dim(dim) : 2 * step >= grid.dim(dim))) continue;
        Coords delta(grid.ndims());
        delta[dim] = way;
        offsets.push_back({delta, weight});
      }
  return {grid.ndims(), std::move(offsets)};
}

}  // namespace cartwright::grid
