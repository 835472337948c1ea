// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/graph.hpp"
#include "mapping/problem.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cartwright::choose {

/// Renumbers cells without changing the cut of any order.
using Renumbering = std::function<grid::Cell(grid::Cell cell)>;

/// Callbacks of keep_first().
struct KeepFirstQuestions {
  /// A renumbering that makes this cell cell 0; empty if there is none. Cell 0 always has one.
  std::function<Renumbering(grid::Cell cell)> to_first;
  /// The cost of an order; smaller is better.
  std::function<std::vector<double>(const mapping::Order&)> score;
};

/// An order in which slot 0 takes cell 0.
struct KeptFirst {
  mapping::Order order;
  bool free = true;  ///< whether it costs as much as the original order, at every level
};

/// Changes an order so that slot 0 takes cell 0. Renumbering the cells by a symmetry of the grid is free, and so is
/// exchanging all processes of two equal domains of the machine. If these suffice, they are used, changing the fewest
/// levels of the machine. Otherwise two slots exchange their cells: of the first 64 possible exchanges, the cheapest.
KeptFirst keep_first(const machine::Machine& machine, const mapping::Order& order, const KeepFirstQuestions& questions);

/// The same for a stencil on a grid.
KeptFirst keep_first(const mapping::Problem& problem, const mapping::Order& order);

/// The same for a graph, whose vertices are the cells. They are not renumbered.
KeptFirst keep_first(const mapping::Graph& graph, const machine::Machine& machine, const mapping::Order& order);

/// The note for the report, from the edges that cross the outermost level before and after.
std::string kept_at_a_cost(double before, double after);

}  // namespace cartwright::choose
