// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace cartwright::report {

namespace {

/// One line per rank of the new grid: "rank 7=node0001 slot=3", with the cpu counted from the first of its node. For a
/// machine with sockets it is slot=SOCKET:CORE, which names the right socket even if a job leaves cores idle. mpirun(1)
/// describes both forms.
std::string rankfile(const Placement& placement, std::string_view usage) {
  const machine::Machine& machine = placement.problem.machine();
  const machine::Sizes& nodes = machine.node_sizes();
  const auto socket = std::ranges::find(machine.levels(), "socket", &machine::Level::name);
  const bool by_socket = socket != machine.levels().end() &&
                         socket - machine.levels().begin() > static_cast<std::ptrdiff_t>(machine.node_level());
  std::string out = fmt::format("# {}\n", usage);
  for (const grid::Cell cell : placement.slots.ids()) {
    const std::int64_t rank = cell.number();
    const std::int64_t slot = placement.slots[cell].number();
    const std::int64_t node = placement.nodes[cell];
    const std::string& host = placement.hosts[node];
    if (by_socket) {
      const std::int64_t part = socket->sizes.part_of(slot);
      const std::int64_t first = socket->sizes.part_of(nodes.start(node));
      fmt::format_to(std::back_inserter(out), "rank {}={} slot={}:{}\n", rank, host, part - first,
                     slot - socket->sizes.start(part));
    } else {
      fmt::format_to(std::back_inserter(out), "rank {}={} slot={}\n", rank, host, slot - nodes.start(node));
    }
  }
  return out;
}

}  // namespace

std::string write_openmpi4(const Placement& placement) {
  return rankfile(placement, fmt::format("Open MPI 4: mpirun -n {} --rankfile FILE ...", placement.slots.size()));
}

std::string write_openmpi5(const Placement& placement) {
  return rankfile(placement,
                  fmt::format("Open MPI 5: mpirun -n {} --map-by rankfile:file=FILE ...", placement.slots.size()));
}

}  // namespace cartwright::report
