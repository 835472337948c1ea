// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "cost/cut.hpp"
#include "machine_line.hpp"
#include "scotch.hpp"

#include <chrono>

namespace cartwright::bench {

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// J_sum and J_max of a division of the grid whose sizes may differ from those of the nodes (Scotch's).
inline cost::LevelCut cut_of_labels(const mapping::Problem& problem, const mapping::Labels& labels) {
  const grid::Grid& grid = problem.grid();
  cost::LevelCut cut{"node", 0, 0, std::vector<double>(problem.machine().node_sizes().count(), 0.0)};
  for (const grid::Cell cell : grid.cells())
    for (const grid::Offset& offset : problem.stencil().offsets()) {
      const grid::Cell there = grid.neighbor(grid.coords(cell), offset.delta);
      const mapping::Part here = labels[mapping::Vertex(cell.number())];
      if (there != grid::no_cell && labels[mapping::Vertex(there.number())] != here)
        cut.per_domain[here.index()] += offset.weight;
    }
  for (const double edges : cut.per_domain) {
    cut.j_sum += edges;
    cut.j_max = std::max(cut.j_max, edges);
  }
  return cut;
}

/// A problem to measure, with its name in tables.
struct Instance {
  std::string name;
  mapping::Problem problem;
};

/// The three stencils of [Hunold2020, II].
struct NamedStencil {
  const char* name;
  grid::Stencil (*make)(std::size_t ndims);
};
inline constexpr NamedStencil stencils[] = {
    {"nn", grid::Stencil::nearest_neighbor}, {"hops", grid::Stencil::hops}, {"component", grid::Stencil::component}};

}  // namespace cartwright::bench
