// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"
#include "mapping/divide.hpp"

#include <numeric>

namespace cartwright::mapping {

namespace {

Mapping mapping_from(const Problem& problem, const DivideEffort& effort, bool refined) {
  const machine::Sizes& outer = problem.machine().levels().front().sizes;
  std::vector<grid::Cell> cells(problem.size());
  std::iota(cells.begin(), cells.end(), grid::Cell(0));
  const auto make = refined ? divide : construct;
  return {order_by_levels(problem, make(problem.grid(), problem.stencil(), cells, outer, effort), effort), {}};
}

}  // namespace

Mapping strip_widths(const Problem& problem, const MapOptions&) {
  DivideEffort effort;
  effort.guillotine.max_boxes = 0;  // no splits: fill the grid by strips
  effort.oblique = false;
  return mapping_from(problem, effort, false);
}

Mapping guillotine(const Problem& problem, const MapOptions&) {
  DivideEffort effort;
  effort.oblique = false;
  return mapping_from(problem, effort, false);
}

Mapping refined(const Problem& problem, const MapOptions& options) {
  DivideEffort effort;
  effort.refine.seed = options.seed;
  effort.refine.bound = options.proven_bound;
  effort.refine.progress = options.progress;
  return mapping_from(problem, effort, true);
}

}  // namespace cartwright::mapping
