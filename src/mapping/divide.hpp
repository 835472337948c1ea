// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/guillotine.hpp"
#include "mapping/problem.hpp"
#include "mapping/refine.hpp"

namespace cartwright::mapping {

/// How much work `divide` may do. Plain numbers, so that the same effort gives the same result anywhere.
struct DivideEffort {
  GuillotineEffort guillotine = {};
  std::int64_t most_guillotine_cells = 1'000'000;  ///< larger boxes are bisected, not cut by the program
  double moves_per_cell = 100;                     ///< of refinement, in its first round
  std::int64_t most_moves = 1'000'000;
  RefineOptions refine = {};  ///< `moves` is set from the two above
};

/// Divides some cells of a grid, which need not form a box, into parts of the given sizes so that few
/// edges between the cells are cut: the part of every cell, in the order of `cells`. A box is cut by the
/// guillotine program, any other shape by bisection along coordinates.
Labels construct(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<std::int64_t>& cells, const machine::Sizes& sizes,
                 const DivideEffort& effort);

/// The same, and then refined.
Labels divide(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<std::int64_t>& cells, const machine::Sizes& sizes,
              const DivideEffort& effort);

/// `effort.refine` with the number of moves that the effort allows for so many cells.
RefineOptions refinement(const DivideEffort& effort, std::size_t cells);

/// Recursive coordinate bisection with exact sizes: the parts are halved in number, the cells sorted
/// along the dimension whose plane cuts the least weight.
Labels bisect(const grid::Grid& grid, const CellGraph& graph, const std::vector<std::int64_t>& cells, const machine::Sizes& sizes);

/// The sizes of the domains of `inner` that lie in the slots [first, last).
machine::Sizes sizes_within(const machine::Sizes& inner, std::int64_t first, std::int64_t last);

/// The order that places domains by level, outermost first: `labels` says which domain of the outermost
/// level every cell of the grid goes to, and each domain is divided again among the domains inside it.
/// Domains of the same shape are divided once.
Order order_by_levels(const Problem& problem, const Labels& labels, const DivideEffort& effort);

}  // namespace cartwright::mapping
