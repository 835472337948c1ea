// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright::report {

/// One line for each rank, with its host and its cpu there (IBM, "Explicit Resource File (ERF) format", LSF 10.1 Job
/// Step Manager; https://github.com/olcf-tutorials/ERF-CPU-Indexing has examples). Hosts without names are counted from
/// 1.
std::string write_erf(const Placement& placement) {
  const machine::Machine& machine = placement.problem.machine();
  std::string out = "cpu_index_using: logical\n\n";
  for (const grid::Cell cell : placement.slots.ids()) {
    const std::int64_t node = placement.nodes[cell];
    const std::string host = machine.hosts().empty() ? fmt::format("host: {}", node + 1)
                                                     : fmt::format("hostname: {}", machine.hosts()[node]);
    fmt::format_to(std::back_inserter(out), "rank: {}: {{ {}; cpu: {{{}}} }}\n", cell.number(), host,
                   placement.slots[cell].number() - machine.node_sizes().start(node));
  }
  return out;
}

std::string erf_caveat(const Placement&) {
  return "the erf file gives each rank one cpu, counted in cores: submit the job with bsub -alloc_flags smt1";
}

}  // namespace cartwright::report
