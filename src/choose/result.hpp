// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "cost/cut.hpp"
#include "bound/lower_bound.hpp"

namespace cartwright::choose {

/// Which mapping is wanted.
struct Request {
  std::string mapping = "auto";  ///< name of an algorithm, or "auto"
  Tier tier = Tier::balanced;    ///< for auto
  mapping::MapOptions options;
};

/// A mapping and what it costs: all that a report says of it.
struct Result {
  std::string mapping;    ///< as asked for: "auto"
  std::string algorithm;  ///< whose order it is: "strips"
  mapping::Order order;
  std::vector<cost::LevelCut> cuts;  ///< per level of the machine, outermost first
  Tier tier = Tier::balanced;  ///< that auto was given
  std::uint64_t seed = 0;
  double seconds = 0;  ///< to find the order; its cost is not part of it
  std::vector<std::string> notes;
};

/// The proven lower bound of J_sum per level of the machine.
std::vector<double> level_bounds(const mapping::Problem& problem);

/// Finds and costs a mapping. `bounds` are level_bounds(): a refinement may stop where it meets them. Throws Error: an
/// unknown name, an algorithm that cannot take the problem.
Result solve(const mapping::Problem& problem, const Request& request, const std::vector<double>& bounds);

/// Costs an order that somebody else found.
Result cost_order(const mapping::Problem& problem, std::string name, mapping::Order order);

}  // namespace cartwright::choose
