// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/line_bound.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <set>

namespace cartwright::bound {

namespace {

/// The only dimension along which offsets move, or ndims if there is no such dimension.
std::size_t only_active_dim(const Pattern& pattern) {
  const std::size_t ndims = pattern.grid.ndims();
  std::size_t active = ndims;
  for (const grid::Offset& offset : pattern.offsets)
    for (std::size_t i = 0; i < ndims; ++i)
      if (offset.delta[i] != 0 && active != i) {
        if (active != ndims) return ndims;
        active = i;
      }
  return active;
}

/// The least number of domains, none of them a multiple of the length, that add up to a multiple of it: breadth-first
/// search over remainders. At least 2, which is also the answer if the search would take too long.
std::int64_t fewest_to_fill(std::int64_t length, const std::set<std::int64_t>& remainders) {
  if (remainders.size() == 1) return length / std::gcd(length, *remainders.begin());
  if (constexpr std::int64_t affordable = 10'000'000;
      length > affordable / static_cast<std::int64_t>(remainders.size()))
    return 2;
  std::vector<std::int64_t> domains(length, 0);  // 0: not reached yet
  std::vector<std::int64_t> queue;
  const auto reach = [&](std::int64_t remainder, std::int64_t count) {
    if (domains[remainder] != 0) return;
    domains[remainder] = count;
    queue.push_back(remainder);
  };
  for (const std::int64_t remainder : remainders) reach(remainder, 1);
  for (std::size_t head = 0; domains[0] == 0; ++head)
    for (const std::int64_t remainder : remainders) reach((queue[head] + remainder) % length, domains[queue[head]] + 1);
  return domains[0];
}

/// The largest number of groups of domains in which each group fills whole lines.
std::int64_t max_groups(std::int64_t length, const machine::Sizes& sizes) {
  std::int64_t alone = 0;
  std::int64_t others = 0;
  std::int64_t part = 0;
  std::set<std::int64_t> remainders;
  for (const machine::Sizes::Run& run : sizes.runs()) {
    (run.size % length == 0 ? alone : others) += run.last_part - part;
    part = run.last_part;
    if (run.size % length != 0) remainders.insert(run.size % length);
  }
  return others == 0 ? alone : alone + others / fewest_to_fill(length, remainders);
}

/// The shortest step of which all offsets are multiples. Empty if there is none, or if it moves along a periodic
/// dimension.
std::optional<grid::Coords> common_step(const Pattern& pattern) {
  std::optional<grid::Coords> step;
  for (const grid::Offset& offset : pattern.offsets) {
    std::int64_t divisor = 0;
    for (const std::int64_t x : offset.delta) divisor = std::gcd(divisor, x);
    grid::Coords primitive = offset.delta;
    // The first entry that is not zero is positive.
    if (*std::ranges::find_if(primitive, [](std::int64_t x) { return x != 0; }) < 0) divisor = -divisor;
    for (std::int64_t& x : primitive) x /= divisor;
    if (step && !std::ranges::equal(*step, primitive)) return {};
    step = primitive;
  }
  for (std::size_t i = 0; step && i < step->size(); ++i)
    if ((*step)[i] != 0 && pattern.grid.periodic(i)) return {};
  return step;
}

}  // namespace

double oblique_lines_bound(const Pattern& pattern, const machine::Sizes& sizes) {
  const std::optional<grid::Coords> step = common_step(pattern);
  if (!step) return 0;
  double weight = 0;  // between two adjacent cells of a line
  for (const grid::Offset& offset : pattern.offsets)
    if (std::ranges::equal(offset.delta, *step) ||
        std::ranges::equal(offset.delta, *step, {}, {}, std::negate<std::int64_t>()))
      weight += offset.weight;
  // Cells from which `steps` steps lead to a cell of the grid.
  const auto starts = [&](std::int64_t steps) {
    double count = 1;
    for (std::size_t i = 0; i < step->size(); ++i) {
      const std::int64_t along = std::abs((*step)[i]);
      const std::int64_t dim = pattern.grid.dim(i);
      count *= along > 0 && steps > (dim - 1) / along ? 0 : static_cast<double>(dim - steps * along);
    }
    return count;
  };
  // A line of l cells lies in l / s parts or more, and is cut between each two: once for each multiple of s below l.
  // Without the last terms, which would take long for huge grids, it is still a bound.
  constexpr int max_terms = 1'000'000;
  const std::int64_t largest = sizes.largest();
  double cuts = 0;
  int terms = 0;
  for (std::int64_t cells = largest; starts(cells) > 0 && terms < max_terms; cells += largest, ++terms)
    cuts += starts(cells) - starts(cells + 1);
  return weight * cuts;
}

double separate_lines_bound(const Pattern& pattern, const machine::Sizes& sizes) {
  const std::size_t active = only_active_dim(pattern);
  if (active == pattern.grid.ndims()) return 0;
  const std::int64_t length = pattern.grid.dim(active);
  const bool periodic = pattern.grid.periodic(active);
  double neighbors = 0;  // weight between two adjacent cells
  for (const grid::Offset& offset : pattern.offsets)
    if (std::abs(offset.delta[active]) == 1 || (periodic && offset.delta[active] == length - 1))
      neighbors += offset.weight;

  // Take a graph with domains and lines as vertices, and an edge for each pair that shares cells. It has at most
  // `groups` components, hence at least domains + lines - groups edges. A line in s pieces is cut s - 1 times; a
  // periodic one is cut s times, unless it is whole.
  const std::int64_t lines = pattern.grid.size() / length;
  const std::int64_t joints = sizes.count() + lines - max_groups(length, sizes);
  std::int64_t cuts = joints - lines;
  if (periodic) {
    std::int64_t whole = 0;
    std::int64_t part = 0;
    for (const machine::Sizes::Run& run : sizes.runs()) {
      whole += (run.last_part - part) * (run.size / length);
      part = run.last_part;
    }
    cuts = std::max(cuts, joints - whole);
  }
  return neighbors * static_cast<double>(cuts);
}

}  // namespace cartwright::bound
