// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright::report {

namespace {

/// Calls visit(node, ranks) for every run of consecutive ranks on one node.
template <typename Visit>
void each_turn(const std::vector<std::int64_t>& nodes, Visit visit) {
  for (std::size_t first = 0, next = 0; first < nodes.size(); first = next) {
    while (next < nodes.size() && nodes[next] == nodes[first]) ++next;
    visit(static_cast<std::size_t>(nodes[first]), next - first);
  }
}

}  // namespace

/// Hydra hands out ranks down the file: "host:3" takes the next three. A host comes up again wherever
/// the grid comes back to it.
std::string write_mpich(const Placement& placement) {
  std::string out;
  each_turn(placement.nodes, [&](std::size_t node, std::size_t ranks) {
    fmt::format_to(std::back_inserter(out), "{}:{}\n", placement.hosts[node], ranks);
  });
  return out;
}

std::string mpich_caveat(const Placement& placement) {
  std::size_t turns = 0;
  each_turn(placement.nodes, [&](std::size_t, std::size_t) { ++turns; });
  if (turns == placement.hosts.size()) return {};
  return fmt::format(
      "the mpich file names {} hosts {} times: Hydra takes each for a node of its own, so that processes of one host "
      "may not share memory; reordering inside the program (cartwright run) has no such cost",
      placement.hosts.size(), turns);
}

}  // namespace cartwright::report
