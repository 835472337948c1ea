// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/pair_internal.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>

namespace cartwright::bound {

namespace {

/// Weight of all pairs (z on one line, z + step on the next), by step. Empty if an offset goes elsewhere or if lines
/// are periodic.
std::map<std::int64_t, double> steps_to_the_next_line(const Pattern& pattern, std::size_t along) {
  std::map<std::int64_t, double> steps;
  const std::int64_t lines = pattern.grid.dim(1 - along);
  if (pattern.grid.periodic(along)) return {};
  for (const grid::Offset& offset : pattern.offsets) {
    std::int64_t line = offset.delta[1 - along];
    if (line == 0) continue;
    if (pattern.grid.periodic(1 - along) && line == lines - 1) line = -1;
    if (line != 1 && line != -1) return {};
    steps[line * offset.delta[along]] += offset.weight;
  }
  return steps;
}

}  // namespace

std::vector<double> pair_internal(const Pattern& pattern, std::size_t along, std::int64_t cells) {
  const std::map<std::int64_t, double> steps = steps_to_the_next_line(pattern, along);
  std::int64_t window = 0;
  for (const auto& [step, weight] : steps) window = std::max(window, std::abs(step));
  const std::size_t side = cells + 1;
  // A gap in both lines that is longer than the window is no better than a gap as long as the window.
  const std::int64_t length = std::min(pattern.grid.dim(along), 2 * cells * std::max<std::int64_t>(1, window));
  if (constexpr double affordable = 2e7;
      steps.size() < 2 || window > 4 ||
      static_cast<double>(length) * static_cast<double>(side * side << (2 * window + 2)) > affordable)
    return {};

  // Bit b of a mask is the cell b + 1 positions back. The low `window` bits are one line, the next bits the other.
  const std::size_t masks = std::size_t{1} << (2 * window);
  const std::size_t half = (std::size_t{1} << window) - 1;
  const auto gain = [&](std::size_t mask, bool first, bool second) {
    double sum = 0;
    for (const auto& [step, weight] : steps) {
      if (step == 0 && first && second) sum += weight;
      if (step > 0 && second && (mask >> (step - 1) & 1) != 0) sum += weight;
      if (step < 0 && first && (mask >> (window - step - 1) & 1) != 0) sum += weight;
    }
    return sum;
  };
  constexpr double impossible = -std::numeric_limits<double>::infinity();
  std::vector<double> now(masks * side * side, impossible);
  now[0] = 0;
  std::vector<double> next(now.size());
  for (std::int64_t z = 0; z < length; ++z) {
    std::ranges::fill(next, impossible);
    for (std::size_t mask = 0; mask < masks; ++mask)
      for (const bool first : {false, true})
        for (const bool second : {false, true}) {
          const std::size_t low = ((mask & half) << 1 | (first ? 1 : 0)) & half;
          const std::size_t high = ((mask >> window) << 1 | (second ? 1 : 0)) & half;
          const double more = gain(mask, first, second);
          const double* from = &now[mask * side * side];
          double* to = &next[(high << window | low) * side * side];
          for (std::size_t a = first ? 1 : 0; a < side; ++a)
            for (std::size_t b = second ? 1 : 0; b < side; ++b) {
              double& value = to[a * side + b];
              value = std::max(value, from[(a - (first ? 1 : 0)) * side + b - (second ? 1 : 0)] + more);
            }
        }
    now.swap(next);
  }
  std::vector<double> most(side * side, impossible);
  for (std::size_t mask = 0; mask < masks; ++mask)
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], now[mask * side * side + i]);
  return most;
}

}  // namespace cartwright::bound
