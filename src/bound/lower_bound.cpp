// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/lower_bound.hpp"

#include "bound/direction_bound.hpp"
#include "bound/line_bound.hpp"
#include "bound/max_internal.hpp"
#include "bound/priced_bound.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

namespace cartwright::bound {

namespace {

/// The number of domains of each size.
std::map<std::int64_t, double> census(const machine::Sizes& sizes) {
  std::map<std::int64_t, double> count;
  std::int64_t part = 0;
  for (const machine::Sizes::Run& run : sizes.runs()) {
    count[run.size] += static_cast<double>(run.last_part - part);
    part = run.last_part;
  }
  return count;
}

double by_shape(const Pattern& pattern, const machine::Sizes& sizes) {
  constexpr std::int64_t largest_table = 1024;
  double bound = total_weight(pattern);
  const std::int64_t cells = std::min(sizes.largest(), largest_table);
  std::vector<double> most = max_internal(pattern, cells);
  if (const std::vector<double> other = independent_directions(pattern, cells); !other.empty())
    std::ranges::transform(most, other, most.begin(), [](double a, double b) { return std::min(a, b); });
  for (const auto& [size, count] : census(sizes))
    bound -= count * (size <= largest_table ? most[size]
                                            : std::min(max_internal_estimate(pattern, size),
                                                       independent_directions_estimate(pattern, size)));
  return bound;
}

/// The best of the bounds by prices. Their searches share a budget of elementary steps, about 20 ms.
double by_prices(const Pattern& pattern, const machine::Sizes& sizes, double resolution) {
  constexpr double affordable = 1e7;
  constexpr std::size_t max_offsets = 200;
  constexpr std::size_t all_divisions = 4;
  if (pattern.offsets.size() > max_offsets) return 0;
  std::vector<DimSet> divisions;
  for (DimSet dims = 1; dims < pattern.dims(); ++dims)
    if (pattern.grid.ndims() <= all_divisions || std::has_single_bit(dims)) divisions.push_back(dims);
  double bound = 0;
  for (const DimSet dims : divisions)
    bound = std::max(
        bound, priced_bound(pattern, dims, sizes, resolution, affordable / static_cast<double>(divisions.size())));
  return bound;
}

/// For small grids with offsets that are not along a dimension: about 0.1 s.
double by_planes(const Pattern& pattern, const machine::Sizes& sizes, double resolution) {
  constexpr double affordable = 1e8;
  const auto moves = [](const grid::Offset& offset) {
    return std::ranges::count_if(offset.delta, [](std::int64_t step) { return step != 0; });
  };
  double bound = 0;
  if (std::ranges::none_of(pattern.offsets, [&](const grid::Offset& offset) { return moves(offset) > 1; }))
    return bound;
  for (std::size_t i = 0; i < pattern.grid.ndims(); ++i)
    bound = std::max(bound, priced_plane_bound(pattern, i, sizes, resolution,
                                               affordable / static_cast<double>(pattern.grid.ndims())));
  return bound;
}

/// The greatest number that divides J_sum of every mapping: the greatest common divisor of the weights, or twice that
/// if every message has an answer of the same weight. 0 if a weight is not an integer.
double divisor_of_all_cuts(const Pattern& pattern) {
  constexpr double exact = 9007199254740992.0;  // 2^53: sums of integers below it are exact
  if (total_weight(pattern) >= exact) return 0;
  std::int64_t divisor = 0;
  std::map<std::vector<std::int64_t>, double> balance;
  for (const grid::Offset& offset : pattern.offsets) {
    if (offset.weight != std::floor(offset.weight)) return 0;
    divisor = std::gcd(divisor, static_cast<std::int64_t>(offset.weight));
    std::vector<std::int64_t> there(offset.delta.begin(), offset.delta.end());
    std::vector<std::int64_t> back(there.size());
    for (std::size_t i = 0; i < there.size(); ++i)
      back[i] = pattern.grid.periodic(i) && there[i] != 0 ? pattern.grid.dim(i) - there[i] : -there[i];
    balance[there] += offset.weight;
    balance[back] -= offset.weight;
  }
  const bool answered = std::ranges::all_of(balance, [](const auto& entry) { return entry.second == 0; });
  return static_cast<double>(answered ? 2 * divisor : divisor);
}

}  // namespace

double lower_bound(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Sizes& sizes) {
  const Pattern pattern = reduced(grid, stencil);
  const double divisor = divisor_of_all_cuts(pattern);
  const double bound =
      std::max({by_shape(pattern, sizes), separate_lines_bound(pattern, sizes), oblique_lines_bound(pattern, sizes),
                by_prices(pattern, sizes, divisor), by_planes(pattern, sizes, divisor)});
  // Sums of weights that are not integers have rounding errors: subtract a little.
  const double proven = divisor > 0 ? std::ceil(bound / divisor) * divisor : bound - 1e-9 * total_weight(pattern);
  return std::max(0.0, proven);
}

std::optional<double> gap(double j_sum, double bound) {
  if (bound > 0) return (j_sum - bound) / bound;
  return j_sum == 0 ? std::optional(0.0) : std::nullopt;
}

}  // namespace cartwright::bound
