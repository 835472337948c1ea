// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/rank_order.hpp"
#include "report/writers_p.hpp"

namespace cartwright::report {

/// The slots of the machine are the ranks that the launcher gives.
std::string write_ranks(const Placement& placement) {
  std::vector<int> new_rank;
  new_rank.reserve(placement.order.size());
  for (const grid::Cell cell : placement.order) new_rank.push_back(static_cast<int>(cell.number()));
  return record::rank_order_text(new_rank);
}

}  // namespace cartwright::report
