// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report.hpp"

namespace cartwright::report {

/// A mapping with derived data, for the writers of rank files and pictures.
struct Placement {
  const mapping::Problem& problem;
  const mapping::Order& order;
  /// The process of each cell of the grid: the number of its slot is its old rank (blocked by node).
  base::IndexVector<grid::Cell, machine::Slot> slots;
  /// The node of each cell.
  base::IndexVector<grid::Cell, std::int64_t> nodes;
  /// The name of each node: from the machine, or node0000, node0001, ... if it has none.
  std::vector<std::string> hosts;
  /// The report on this mapping.
  const Json& report;
};

/// Throws Error if the order is not a permutation of the problem's processes.
Placement make_placement(const mapping::Problem& problem, const mapping::Order& order, const Json& report);

}  // namespace cartwright::report
