// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/ranges.h>

namespace cartwright::report {

/// The ranks of the new grid in the order in which the launcher fills nodes, one line per node (intro_mpi(3),
/// MPICH_RANK_REORDER_METHOD=3; Cray's grid_order writes the same format). Cray MPICH itself reads it, under any
/// launcher.
std::string write_cray(const Placement& placement) {
  const std::span ranks = base::numbers(placement.order);
  const machine::Sizes& nodes = placement.problem.machine().node_sizes();
  std::string out;
  for (std::int64_t node = 0; node < nodes.count(); ++node)
    out += fmt::format("{}\n", fmt::join(ranks.subspan(nodes.start(node), nodes[node]), ","));
  return out;
}

}  // namespace cartwright::report
