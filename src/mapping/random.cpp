// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"

#include "base/random.hpp"

#include <numeric>

namespace cartwright::mapping {

/// A uniformly random order (Fisher and Yates), as a baseline for comparisons.
Mapping random_order(const Problem& problem, const MapOptions& options) {
  Mapping mapping;
  mapping.order = Order(problem.size());
  std::iota(mapping.order.begin(), mapping.order.end(), grid::Cell(0));
  base::Random random(options.seed);
  for (std::int64_t left = problem.size(); left > 1; --left)
    std::swap(mapping.order[machine::Slot(left - 1)], mapping.order[machine::Slot(random.below(left))]);
  return mapping;
}

}  // namespace cartwright::mapping
