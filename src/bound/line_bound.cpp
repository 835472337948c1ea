// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/line_bound.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
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

}  // namespace

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
