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

/// J_sum and J_max of a division of the grid that need not keep the sizes of the nodes (Scotch's).
inline LevelCut cut_of_labels(const Problem& problem, const Labels& labels) {
  const Grid& grid = problem.grid();
  LevelCut cut{"node", 0, 0,
               std::vector<double>(static_cast<std::size_t>(problem.machine().node_sizes().count()), 0.0)};
  for (std::int64_t cell = 0; cell < grid.size(); ++cell)
    for (const Offset& offset : problem.stencil().offsets()) {
      const std::int64_t there = grid.neighbor(grid.coords(cell), offset.delta);
      const std::int32_t here = labels[static_cast<std::size_t>(cell)];
      if (there >= 0 && labels[static_cast<std::size_t>(there)] != here)
        cut.per_domain[static_cast<std::size_t>(here)] += offset.weight;
    }
  for (const double edges : cut.per_domain) {
    cut.j_sum += edges;
    cut.j_max = std::max(cut.j_max, edges);
  }
  return cut;
}

/// A problem to measure, and what tables call it.
struct Instance {
  std::string name;
  Problem problem;
};

/// The three stencils of seed 000, section II.
struct NamedStencil {
  const char* name;
  Stencil (*make)(std::size_t ndims);
};
inline constexpr NamedStencil stencils[] = {
    {"nn", Stencil::nearest_neighbor}, {"hops", Stencil::hops}, {"component", Stencil::component}};

}  // namespace cartwright::bench
