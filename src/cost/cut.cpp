// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/cut.hpp"

#include <algorithm>

namespace cartwright::cost {

namespace {

LevelCut level_cut(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Level& level,
                   const mapping::Order& order) {
  const base::IndexVector<grid::Cell, std::int64_t> domain = domains_of(level.sizes, order);
  std::vector<double> per_domain(level.sizes.count(), 0.0);
  grid::Coords coords(grid.ndims());
  for (const grid::Cell cell : grid.cells()) {
    const std::int64_t here = domain[cell];
    for (const grid::Offset& offset : stencil.offsets()) {
      const grid::Cell there = grid.neighbor(coords, offset.delta);
      if (there != grid::no_cell && domain[there] != here) per_domain[here] += offset.weight;
    }
    for (std::size_t i = grid.ndims(); i-- > 0 && ++coords[i] == grid.dim(i);) coords[i] = 0;
  }
  return cut_of_domains(level, std::move(per_domain));
}

}  // namespace

LevelCut cut_of_domains(const machine::Level& level, std::vector<double> per_domain) {
  LevelCut cut{level.name, 0, 0, std::move(per_domain), level.weight};
  for (const double edges : cut.per_domain) {
    cut.j_sum += edges;
    cut.j_max = std::max(cut.j_max, edges);
  }
  return cut;
}

base::IndexVector<grid::Cell, std::int64_t> domains_of(const machine::Sizes& sizes, const mapping::Order& order) {
  base::IndexVector<grid::Cell, std::int64_t> domain(order.size());
  machine::Slot slot(0);
  for (std::int64_t part = 0; part < sizes.count(); ++part)
    for (const machine::Slot end(sizes.start(part + 1)); slot < end; ++slot) domain[order[slot]] = part;
  return domain;
}

std::vector<LevelCut> edge_cut(const mapping::Problem& problem, const mapping::Order& order) {
  std::vector<LevelCut> cuts;
  for (const machine::Level& level : problem.machine().levels())
    cuts.push_back(level_cut(problem.grid(), problem.stencil(), level, order));
  return cuts;
}

LevelCut node_cut(const mapping::Problem& problem, const mapping::Order& order) {
  const machine::Machine& machine = problem.machine();
  return level_cut(problem.grid(), problem.stencil(), machine.levels()[machine.node_level()], order);
}

std::vector<double> score(const std::vector<LevelCut>& cuts) {
  double weighted = 0;
  for (const LevelCut& cut : cuts) weighted += cut.weight * cut.j_sum;
  std::vector<double> values = {weighted};
  for (const LevelCut& cut : cuts) values.insert(values.end(), {cut.j_sum, cut.j_max});
  return values;
}

}  // namespace cartwright::cost
