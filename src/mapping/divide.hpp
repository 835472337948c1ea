// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/guillotine.hpp"
#include "mapping/problem.hpp"
#include "mapping/refine.hpp"

namespace cartwright::mapping {

/// How much work `divide` may do. These are counts, not seconds, so results are the same on every machine.
struct DivideEffort {
  GuillotineEffort guillotine = {};
  std::int64_t max_guillotine_cells = 1'000'000;  ///< larger boxes are bisected instead
  double moves_per_cell = 100;                    ///< refinement moves in the first round
  std::int64_t max_moves = 1'000'000;
  double max_visits = 40e6;   ///< of edges: a move visits those of a cell
  bool oblique = true;        ///< whether divisions for oblique stencils are tried
  RefineOptions refine = {};  ///< `moves` is set from the three above
};

/// Divides some cells of a grid, which need not form a box, into parts of the given sizes, cutting few edges between
/// the cells. Returns the part of every cell, in the order of `cells`. A box is cut by the guillotine program, any
/// other shape by bisection along coordinates. With an oblique stencil, bisection along other directions and a walk are
/// tried, too.
Labels construct(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<grid::Cell>& cells,
                 const machine::Sizes& sizes, const DivideEffort& effort);

/// The same, followed by refinement.
Labels divide(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<grid::Cell>& cells,
              const machine::Sizes& sizes, const DivideEffort& effort);

/// `effort.refine` with the number of moves that the effort allows for this graph.
RefineOptions refinement(const DivideEffort& effort, const CellGraph& graph);

/// Recursive coordinate bisection with exact sizes: halves the number of parts, and sorts the cells along the dimension
/// or direction whose plane cuts the least weight.
Labels bisect(const grid::Grid& grid, const CellGraph& graph, const std::vector<grid::Cell>& cells,
              const machine::Sizes& sizes, std::span<const grid::Coords> directions = {});

/// The sizes of the domains of `inner` that lie in the slots [first, last).
machine::Sizes sizes_within(const machine::Sizes& inner, std::int64_t first, std::int64_t last);

/// The order from a division by levels, outermost first: `labels` gives the domain of every cell at the outermost
/// level, and each domain is divided again among the domains inside it. Domains of the same shape are divided once.
Order order_by_levels(const Problem& problem, const Labels& labels, const DivideEffort& effort);

}  // namespace cartwright::mapping
