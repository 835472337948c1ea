// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright {

/// Hydra hands out ranks down the file: "host:3" takes the next three. A host comes up again wherever
/// the grid comes back to it.
std::string write_mpich(const Placement& placement) {
  std::string out;
  const std::vector<std::int64_t>& nodes = placement.nodes;
  for (std::size_t first = 0, next = 0; first < nodes.size(); first = next) {
    while (next < nodes.size() && nodes[next] == nodes[first]) ++next;
    fmt::format_to(std::back_inserter(out), "{}:{}\n", placement.hosts[static_cast<std::size_t>(nodes[first])],
                   next - first);
  }
  return out;
}

}  // namespace cartwright
