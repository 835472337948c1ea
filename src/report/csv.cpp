// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright::report {

std::string write_csv(const Placement& placement) {
  std::string out = "rank,node,old_rank\n";
  for (const grid::Cell cell : placement.slots.ids())
    fmt::format_to(std::back_inserter(out), "{},{},{}\n", cell.number(), placement.nodes[cell],
                   placement.slots[cell].number());
  return out;
}

}  // namespace cartwright::report
