// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"
#include "mapping/tiles_p.hpp"

#include <numeric>

namespace cartwright::mapping {

/// Every prime factor of n, largest first, goes to the dimension it divides that is longest in node
/// boxes so far (W. D. Gropp, Parallel Computing 85, 2019; described in [Hunold2020, III]).
grid::Coords nodecart_tile(const grid::Coords& dims, std::int64_t n) {
  grid::Coords tile(dims.size(), 1);
  grid::Coords left = dims;
  for (std::int64_t factor : large_factors(n)) {
    std::size_t longest = dims.size();
    for (std::size_t i = 0; i < dims.size(); ++i)
      if (left[i] % factor == 0 && (longest == dims.size() || left[i] > left[longest])) longest = i;
    if (longest < dims.size()) {
      tile[longest] *= factor;
      left[longest] /= factor;
      continue;
    }
    // A product of large primes that are spread over several dimensions: all of them occur, because n divides p.
    for (std::size_t i = 0; i < dims.size(); ++i) {
      const std::int64_t part = std::gcd(factor, left[i]);
      tile[i] *= part;
      left[i] /= part;
      factor /= part;
    }
  }
  return tile;
}

std::unique_ptr<LocalOrder> nodecart(const Problem& problem) {
  const grid::Grid& grid = problem.grid();
  Axes axes(grid.ndims());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  return std::make_unique<TiledOrder>(grid, nodecart_tile(grid.dims(), problem.machine().node_sizes().common_divisor()),
                                      axes);
}

std::string nodecart_caveat(const Problem& problem) {
  const machine::Sizes& sizes = problem.machine().node_sizes();
  if (sizes.uniform()) return {};
  return fmt::format(
      "nodes hold {} to {} processes, but Nodecart needs equal nodes: boxes of {} processes, the greatest common "
      "divisor, are laid end to end",
      sizes.smallest(), sizes.largest(), sizes.common_divisor());
}

}  // namespace cartwright::mapping
