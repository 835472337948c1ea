// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright::report {

std::string write_csv(const Placement& placement) {
  std::string out = "rank,node,old_rank\n";
  for (std::size_t rank = 0; rank < placement.slots.size(); ++rank)
    fmt::format_to(std::back_inserter(out), "{},{},{}\n", rank, placement.nodes[rank], placement.slots[rank]);
  return out;
}

}  // namespace cartwright::report
