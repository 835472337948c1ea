// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/placement.hpp"

#include "cost/cut.hpp"

#include <fmt/format.h>

namespace cartwright::report {

Placement make_placement(const mapping::Problem& problem, const mapping::Order& order, const Json& report) {
  const machine::Sizes& sizes = problem.machine().node_sizes();
  Placement placement{
      problem, order, mapping::slots_of(order), cost::domains_of(sizes, order), problem.machine().hosts(), report};
  if (placement.hosts.empty()) {
    const std::size_t digits = std::max<std::size_t>(4, std::to_string(sizes.count() - 1).size());
    for (std::int64_t node = 0; node < sizes.count(); ++node)
      placement.hosts.push_back(fmt::format("node{:0{}}", node, digits));
  }
  return placement;
}

}  // namespace cartwright::report
