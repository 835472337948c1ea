// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report.hpp"

namespace cartwright::report {

/// A mapping as the writers of rank files and pictures want it.
struct Placement {
  const mapping::Problem& problem;
  const mapping::Order& order;
  /// The process that takes each cell of the grid: its slot, which is its rank before (blocked by node).
  std::vector<std::int64_t> slots;
  /// The node that hosts each cell.
  std::vector<std::int64_t> nodes;
  /// A name per node: the machine's own, or node0000, node0001, ... when it has none.
  std::vector<std::string> hosts;
  /// The report on this mapping.
  const Json& report;
};

/// Throws Error when the order is not a permutation of the problem's processes.
Placement make_placement(const mapping::Problem& problem, const mapping::Order& order, const Json& report);

}  // namespace cartwright::report
