// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/lower_bound.hpp"
#include "choose/choose.hpp"
#include "cost/cut.hpp"

namespace cartwright::choose {

/// A request for a mapping.
struct Request {
  std::string mapping = "auto";  ///< name of an algorithm, or "auto"
  Tier tier = Tier::balanced;    ///< for auto
  mapping::MapOptions options;
};

/// A mapping and its cost, with all the values for a report.
struct Result {
  std::string mapping;    ///< the requested mapping: "auto"
  std::string algorithm;  ///< the algorithm that gave the order: "strips"
  mapping::Order order;
  std::vector<cost::LevelCut> cuts;  ///< per level of the machine, outermost first
  Tier tier = Tier::balanced;        ///< tier for auto
  std::uint64_t seed = 0;
  double seconds = 0;  ///< time to find the order, without computing its cost
  std::vector<std::string> notes;
};

/// The proven lower bound of J_sum per level of the machine. Throws Error for more than mapping::max_processes.
std::vector<double> level_bounds(const mapping::Problem& problem);

/// Finds a mapping and computes its cost. `bounds` are level_bounds(): refinement may stop when it reaches them. Throws
/// Error: an unknown name, a problem that the algorithm cannot handle.
Result solve(const mapping::Problem& problem, const Request& request, const std::vector<double>& bounds);

/// Computes the cost of a given order.
Result cost_order(const mapping::Problem& problem, std::string name, mapping::Order order);

}  // namespace cartwright::choose
