// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/direction_bound.hpp"

#include "bound/max_internal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cartwright::bound {

namespace {

/// A pair of offsets +-delta that do not move along a periodic dimension, and the weight both ways.
struct Direction {
  grid::Coords delta;
  double weight;
};

bool along_one_dimension(const grid::Coords& delta) { return std::ranges::count(delta, 0) + 1 >= std::ssize(delta); }

/// Vectors modulo a prime, in echelon form. Vectors that are independent modulo the prime are independent.
class Independent {
 public:
  /// Takes the vector if it is independent of those taken before.
  bool take(const grid::Coords& delta) {
    std::vector<std::int64_t> vector;
    for (const std::int64_t x : delta) vector.push_back((x % prime + prime) % prime);
    for (const Row& row : rows_) {
      const std::int64_t factor = vector[row.lead];
      for (std::size_t i = 0; i < vector.size(); ++i)
        vector[i] = (vector[i] + (prime - factor) * row.vector[i]) % prime;
    }
    const auto lead = std::ranges::find_if(vector, [](std::int64_t x) { return x != 0; });
    if (lead == vector.end()) return false;
    const std::int64_t inverse = power(*lead, prime - 2);
    const std::size_t position = lead - vector.begin();
    for (auto& x : vector) x = x * inverse % prime;
    rows_.push_back({position, std::move(vector)});
    return true;
  }

 private:
  static constexpr std::int64_t prime = 2147483629;

  struct Row {
    std::size_t lead;
    std::vector<std::int64_t> vector;
  };

  static std::int64_t power(std::int64_t base, std::int64_t exponent) {
    std::int64_t result = 1;
    for (; exponent > 0; exponent /= 2, base = base * base % prime)
      if (exponent % 2 != 0) result = result * base % prime;
    return result;
  }

  std::vector<Row> rows_;
};

std::vector<Direction> directions_of(const Pattern& pattern) {
  std::vector<Direction> directions;
  for (const grid::Offset& offset : pattern.offsets) {
    bool wraps = false;
    for (std::size_t i = 0; i < offset.delta.size(); ++i) wraps |= offset.delta[i] != 0 && pattern.grid.periodic(i);
    if (wraps) continue;
    grid::Coords back = offset.delta;
    for (auto& x : back) x = -x;
    const auto known = std::ranges::find(directions, back, &Direction::delta);
    if (known != directions.end())
      known->weight += offset.weight;
    else
      directions.push_back({offset.delta, offset.weight});
  }
  return directions;
}

/// Deals the weight of the directions out to groups of independent directions. weight[r] is the weight in groups of r
/// directions, counted once per group. Taking small portions from the heaviest directions makes most groups large.
std::vector<double> deal_into_groups(std::vector<Direction> directions, std::size_t ndims) {
  constexpr int portions = 8;
  std::vector<double> weight(ndims + 1, 0.0);
  double portion = 0;
  for (const Direction& direction : directions) portion = std::max(portion, direction.weight / portions);
  while (!directions.empty()) {
    std::ranges::stable_sort(directions, std::ranges::greater{}, &Direction::weight);
    Independent independent;
    std::vector<Direction*> group;
    double share = portion;
    for (Direction& direction : directions)
      if (group.size() < ndims && independent.take(direction.delta)) {
        group.push_back(&direction);
        share = std::min(share, direction.weight);
      }
    if (group.empty()) break;  // only multiples of the prime are left: the bound is valid without them
    for (Direction* direction : group) direction->weight -= share;
    weight[group.size()] += share;
    std::erase_if(directions, [](const Direction& direction) { return direction.weight <= 0; });
  }
  return weight;
}

/// Nearest neighbors, of weight 1 for both ways together, on a grid that is too large to limit any set.
Pattern lattice(std::size_t ndims, std::int64_t cells) {
  std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(ndims).offsets();
  for (grid::Offset& offset : offsets) offset.weight = 0.5;
  return reduced(grid::Grid(grid::Coords(ndims, std::max<std::int64_t>(2, cells))),
                 grid::Stencil(ndims, std::move(offsets)));
}

/// Whether to use the bound for this pattern: it helps only with offsets that are not along a dimension, and it takes
/// long with many offsets or dimensions.
bool applies(const Pattern& pattern) {
  constexpr std::size_t max_offsets = 200;
  constexpr std::size_t max_dims = 4;
  const auto skew = [](const grid::Offset& offset) { return !along_one_dimension(offset.delta); };
  return pattern.grid.ndims() <= max_dims && pattern.offsets.size() <= max_offsets &&
         std::ranges::any_of(pattern.offsets, skew);
}

double weight_per_cell(const Pattern& pattern) {
  double sum = 0;
  for (const grid::Offset& offset : pattern.offsets) sum += offset.weight;
  return sum;
}

}  // namespace

std::vector<double> independent_directions(const Pattern& pattern, std::int64_t cells) {
  if (!applies(pattern)) return {};
  cells = std::min(cells, pattern.grid.size());
  const std::vector<double> weight = deal_into_groups(directions_of(pattern), pattern.grid.ndims());
  double loses_nothing = weight_per_cell(pattern);
  std::vector<double> most(cells + 1, 0.0);
  for (std::size_t r = 1; r < weight.size(); ++r) {
    if (weight[r] == 0) continue;
    const std::vector<double> table = max_internal(lattice(r, cells), cells);
    for (std::size_t m = 0; m < most.size(); ++m) most[m] += weight[r] * table[m];
    loses_nothing -= weight[r] * static_cast<double>(r);
  }
  for (std::size_t m = 0; m < most.size(); ++m) most[m] += loses_nothing * static_cast<double>(m);
  return most;
}

double independent_directions_estimate(const Pattern& pattern, std::int64_t cells) {
  if (!applies(pattern)) return std::numeric_limits<double>::infinity();
  const auto n = static_cast<double>(cells);
  const std::vector<double> weight = deal_into_groups(directions_of(pattern), pattern.grid.ndims());
  // Loomis and Whitney: the numbers of lines have a product of n^(r-1), hence a sum of r n^((r-1)/r), or more.
  double most = weight_per_cell(pattern) * n;
  for (std::size_t r = 1; r < weight.size(); ++r) {
    const auto directions = static_cast<double>(r);
    most -= weight[r] * directions * std::pow(n, (directions - 1) / directions);
  }
  return most;
}

}  // namespace cartwright::bound
