// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/fast.hpp"

#include "mapping/strip_planner_p.hpp"

namespace cartwright::mapping {

std::unique_ptr<LocalOrder> fast_order(const Problem& problem) {
  return std::make_unique<StripOrder>(problem.grid(), StripPlanner(problem).best());
}

}  // namespace cartwright::mapping
