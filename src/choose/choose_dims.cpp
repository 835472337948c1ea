// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/choose_dims.hpp"

#include "cost/cut.hpp"
#include "grid/all_dims.hpp"
#include "grid/dims.hpp"
#include "mapping/algorithm.hpp"

#include <algorithm>

namespace cartwright::choose {

namespace {

/// More factorizations than this are not tried one by one.
constexpr std::size_t max_listed = 100'000;
/// The number of factorizations, the most compact ones, that are mapped.
constexpr std::size_t max_mapped = 32;

/// The number of domains in each domain of the level before, with processes as the last level. Nothing if a level has
/// domains of different sizes.
std::optional<std::vector<std::int64_t>> equal_sizes(const machine::Machine& machine) {
  std::vector<std::int64_t> sizes;
  std::int64_t outer = 1;
  for (const machine::Level& level : machine.levels()) {
    if (!level.sizes.uniform()) return std::nullopt;
    sizes.push_back(level.sizes.count() / outer);
    outer = level.sizes.count();
  }
  sizes.push_back(machine.size() / outer);
  return sizes;
}

/// The data across each level after mapping the grid.
std::vector<double> crossing(const machine::Machine& machine, const grid::Coords& dims, const grid::Surface& surface) {
  const mapping::Problem problem(grid::Grid(dims, surface.periods()), data_stencil(dims, surface), machine);
  std::vector<double> sums;
  for (const cost::LevelCut& cut :
       cost::edge_cut(problem, mapping::run_algorithm(mapping::find_algorithm("fast"), problem).order))
    sums.push_back(cut.j_sum);
  return sums;
}

}  // namespace

grid::Stencil data_stencil(const grid::Coords& dims, const grid::Surface& surface) {
  std::vector<grid::Offset> offsets;
  for (std::size_t i = 0; i < dims.size(); ++i)
    for (const std::int64_t step : {1, -1}) {
      grid::Offset offset{grid::Coords(dims.size(), 0),
                          static_cast<double>(surface.weight(i)) * static_cast<double>(dims[i])};
      offset.delta[i] = step;
      offsets.push_back(offset);
    }
  return grid::Stencil(dims.size(), std::move(offsets));
}

DimsChoice choose_dims(const machine::Machine& machine, const grid::Coords& dims, const grid::Surface& surface) {
  grid::check_fixed_dims(machine.size(), dims);
  if (const auto sizes = equal_sizes(machine))
    if (std::optional<grid::LevelDims> cuts = grid::level_dims_create(*sizes, dims, surface))
      return {grid::product(*cuts), std::move(cuts)};
  if (std::ranges::count(dims, 0) == 0) return {dims, std::nullopt};

  std::vector<grid::Coords> candidates;
  try {
    candidates = grid::all_dims(machine.size(), dims, max_listed);
  } catch (const base::Error&) {
    return {grid::weighted_dims_create(machine.size(), dims, surface), std::nullopt};
  }
  const auto cost = [&](const grid::Coords& candidate) { return surface.cost(candidate); };
  std::ranges::stable_sort(candidates, {}, cost);
  candidates.resize(std::min(candidates.size(), max_mapped));
  return {
      *std::ranges::min_element(candidates, {}, [&](const grid::Coords& c) { return crossing(machine, c, surface); }),
      std::nullopt};
}

}  // namespace cartwright::choose
