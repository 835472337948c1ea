// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright::report {

/// The argument of qsub -l (pbs_resources(7B)): select=1:ncpus=32:mpiprocs=32:host=cn1+1:...
std::string write_pbs(const Placement& placement) {
  const machine::Sizes& nodes = placement.problem.machine().node_sizes();
  std::string out = "select=";
  for (std::int64_t node = 0; node < nodes.count(); ++node)
    fmt::format_to(std::back_inserter(out), "{}1:ncpus={}:mpiprocs={}:host={}", node == 0 ? "" : "+", nodes[node],
                   nodes[node], placement.hosts[node]);
  return out + "\n";
}

}  // namespace cartwright::report
