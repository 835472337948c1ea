// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/ranges.h>

namespace cartwright::report {

/// Line i holds the processing element of vertex i: here the slot of rank i, counted by node.
std::string write_viem(const Placement& placement) {
  return fmt::format("{}\n", fmt::join(base::numbers(placement.slots), "\n"));
}

}  // namespace cartwright::report
