// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cartwright::choose {

/// Numbers cells anew, in a way that changes no cut of any order.
using Renumbering = std::function<std::int64_t(std::int64_t cell)>;

/// Questions of keep_first() about an order and its cells.
struct KeepFirstQuestions {
  /// A renumbering that leads this cell to cell 0; empty if there is none. Cell 0 always has one.
  std::function<Renumbering(std::int64_t cell)> to_first;
  /// The cost of an order; smaller is better.
  std::function<std::vector<double>(const mapping::Order&)> score;
};

/// An order in which slot 0 takes cell 0.
struct KeptFirst {
  mapping::Order order;
  bool free = true;  ///< it costs as much as the order that it was made from, at every level
};

/// Changes an order until slot 0 takes cell 0. It costs nothing to renumber the cells along a symmetry of the grid, nor
/// to exchange all processes of two equal domains of the machine: if these suffice they are taken, and the fewest
/// levels of the machine are touched. Otherwise two slots change places, those among the first 64 that come into
/// question whose exchange costs least.
KeptFirst keep_first(const machine::Machine& machine, const mapping::Order& order, const KeepFirstQuestions& questions);

/// The same for a stencil on a grid.
KeptFirst keep_first(const mapping::Problem& problem, const mapping::Order& order);

/// The note for people, from the scores of the orders before and after; of the outermost level.
std::string kept_at_a_cost(const std::vector<double>& before, const std::vector<double>& after);

}  // namespace cartwright::choose
