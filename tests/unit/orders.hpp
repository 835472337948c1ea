// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "mapping/problem.hpp"

#include <numeric>
#include <utility>

namespace cartwright {

/// The order that has these cells in its slots.
inline mapping::Order order_of(const std::vector<std::int64_t>& cells) {
  mapping::Order order;
  for (const std::int64_t cell : cells) order.push_back(grid::Cell(cell));
  return order;
}

/// Cell i in slot i.
inline mapping::Order identity(std::int64_t size) {
  mapping::Order order(size);
  std::iota(order.begin(), order.end(), grid::Cell(0));
  return order;
}

inline mapping::Order random_order(base::Random& random, std::int64_t size) {
  mapping::Order order = identity(size);
  for (std::int64_t i = size - 1; i > 0; --i)
    std::swap(order[machine::Slot(i)], order[machine::Slot(random.below(i + 1))]);
  return order;
}

}  // namespace cartwright
