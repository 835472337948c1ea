// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/choose_dims.hpp"

#include "cost/cut.hpp"
#include "grid/all_dims.hpp"
#include "grid/dims.hpp"
#include "mapping/algorithm.hpp"

#include <algorithm>

namespace cartwright {

namespace {

/// More factorisations than these are not looked at one by one.
constexpr std::size_t most_listed = 100'000;
/// As many of them, the most compact, are mapped.
constexpr std::size_t most_mapped = 32;

/// How many domains each domain of the level before holds, the processes being the last level; nothing when a level
/// has domains of different sizes.
std::optional<std::vector<std::int64_t>> equal_sizes(const Machine& machine) {
  std::vector<std::int64_t> sizes;
  std::int64_t outer = 1;
  for (const Level& level : machine.levels()) {
    if (!level.sizes.uniform()) return std::nullopt;
    sizes.push_back(level.sizes.count() / outer);
    outer = level.sizes.count();
  }
  sizes.push_back(machine.size() / outer);
  return sizes;
}

/// The data that crosses each level when the grid is mapped.
std::vector<double> crossing(const Machine& machine, const Coords& dims, const Surface& surface) {
  const Problem problem(Grid(dims, surface.periods()), data_stencil(dims, surface), machine);
  std::vector<double> sums;
  for (const LevelCut& cut : edge_cut(problem, run_algorithm(find_algorithm("fast"), problem).order))
    sums.push_back(cut.j_sum);
  return sums;
}

}  // namespace

Stencil data_stencil(const Coords& dims, const Surface& surface) {
  std::vector<Offset> offsets;
  for (std::size_t i = 0; i < dims.size(); ++i)
    for (const std::int64_t step : {1, -1}) {
      Offset offset{Coords(dims.size(), 0), static_cast<double>(surface.weight(i)) * static_cast<double>(dims[i])};
      offset.delta[i] = step;
      offsets.push_back(offset);
    }
  return Stencil(dims.size(), std::move(offsets));
}

DimsChoice choose_dims(const Machine& machine, const Coords& dims, const Surface& surface) {
  check_fixed_dims(machine.size(), dims);
  if (const auto sizes = equal_sizes(machine))
    if (std::optional<LevelDims> cuts = level_dims_create(*sizes, dims, surface))
      return {product(*cuts), std::move(cuts)};
  if (std::ranges::count(dims, 0) == 0) return {dims, std::nullopt};

  std::vector<Coords> candidates;
  try {
    candidates = all_dims(machine.size(), dims, most_listed);
  } catch (const Error&) {
    return {weighted_dims_create(machine.size(), dims, surface), std::nullopt};
  }
  const auto cost = [&](const Coords& candidate) { return surface.cost(candidate); };
  std::ranges::stable_sort(candidates, {}, cost);
  candidates.resize(std::min(candidates.size(), most_mapped));
  return {*std::ranges::min_element(candidates, {}, [&](const Coords& c) { return crossing(machine, c, surface); }),
          std::nullopt};
}

}  // namespace cartwright
