// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include "base/error.hpp"
#include "base/host_name.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright::report {

namespace {

/// Calls visit(node, ranks) for every run of consecutive ranks on one node.
template <typename Visit>
void each_run(const std::vector<std::int64_t>& nodes, Visit visit) {
  for (std::size_t first = 0, next = 0; first < nodes.size(); first = next) {
    while (next < nodes.size() && nodes[next] == nodes[first]) ++next;
    visit(nodes[first], next - first);
  }
}

}  // namespace

/// Hydra assigns ranks in the order of the file: "host:3" takes the next three. A host appears several times if its
/// ranks are not consecutive.
std::string write_mpich(const Placement& placement) {
  std::string out;
  each_run(placement.nodes.items(), [&](std::size_t node, std::size_t ranks) {
    if (base::is_ipv6(placement.hosts[node]))
      base::fail(base::Status::unsupported, "Hydra takes no IPv6 address such as {}: use names of hosts",
                 placement.hosts[node]);
    fmt::format_to(std::back_inserter(out), "{}:{}\n", placement.hosts[node], ranks);
  });
  return out;
}

/// Intel's Hydra takes the same lines with -machinefile. With -f it would use a repeated host only once (Intel MPI
/// Library Developer Reference, "Global Hydra Options").
std::string write_intel(const Placement& placement) { return write_mpich(placement); }

std::string mpich_caveat(const Placement& placement) {
  std::size_t runs = 0;
  each_run(placement.nodes.items(), [&](std::size_t, std::size_t) { ++runs; });
  if (runs == placement.hosts.size()) return {};
  return fmt::format(
      "the mpich file has {1} entries for {0} hosts: Hydra treats each entry as a separate node, and processes of one "
      "host may not share memory; reordering inside the program (cartwright run) avoids this",
      placement.hosts.size(), runs);
}

}  // namespace cartwright::report
