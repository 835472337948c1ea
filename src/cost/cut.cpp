// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/cut.hpp"

#include <algorithm>

namespace cartwright::cost {

namespace {

/// The neighbors of the cells of a line along the last dimension, where each offset is one distance in cells.
class LineNeighbors {
 public:
  struct Neighbor {
    std::int64_t first, last;  ///< coordinates of the cells in the line that have it; `last` is outside
    std::int64_t distance;
    double weight;
  };

  LineNeighbors(const grid::Grid& grid, const grid::Stencil& stencil) : grid_(grid), stencil_(stencil) {}

  /// In the order of the offsets. `start` is the first cell of the line.
  const std::vector<Neighbor>& of(const grid::Coords& start) {
    const std::size_t last = grid_.ndims() - 1;
    const std::int64_t length = grid_.dim(last);
    const std::int64_t begin = grid_.cell(start).number();
    found_.clear();
    for (const grid::Offset& offset : stencil_.offsets()) {
      grid::Coords across = offset.delta;
      across[last] = 0;
      const grid::Cell there = grid_.neighbor(start, across);
      if (there == grid::no_cell) continue;
      std::int64_t along = offset.delta[last];
      if (grid_.periodic(last)) along = (along % length + length) % length;
      if (along <= -length || along >= length) continue;
      const std::int64_t distance = there.number() - begin + along;
      found_.push_back({std::max<std::int64_t>(0, -along), std::min(length, length - along), distance, offset.weight});
      if (grid_.periodic(last) && along > 0)
        found_.push_back({length - along, length, distance - length, offset.weight});
    }
    return found_;
  }

 private:
  const grid::Grid& grid_;
  const grid::Stencil& stencil_;
  std::vector<Neighbor> found_;
};

LevelCut level_cut(const grid::Grid& grid, const grid::Stencil& stencil, const machine::Level& level,
                   const mapping::Order& order) {
  const base::IndexVector<grid::Cell, std::int64_t> domain = domains_of(level.sizes, order);
  std::vector<double> per_domain(level.sizes.count(), 0.0);
  if (grid.ndims() == 0) return cut_of_domains(level, std::move(per_domain));
  LineNeighbors neighbors(grid, stencil);
  const std::size_t last = grid.ndims() - 1;
  grid::Coords coords(grid.ndims());
  for (grid::Cell line(0); line.number() < grid.size(); line = grid::Cell(line.number() + grid.dim(last))) {
    const std::vector<LineNeighbors::Neighbor>& found = neighbors.of(coords);
    for (std::int64_t x = 0; x < grid.dim(last); ++x) {
      const std::int64_t cell = line.number() + x;
      const std::int64_t here = domain[grid::Cell(cell)];
      for (const LineNeighbors::Neighbor& one : found)
        if (x >= one.first && x < one.last && domain[grid::Cell(cell + one.distance)] != here)
          per_domain[here] += one.weight;
    }
    for (std::size_t i = last; i-- > 0 && ++coords[i] == grid.dim(i);) coords[i] = 0;
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
