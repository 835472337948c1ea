// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

namespace cartwright::report {

/// The host of each task, one per line (srun(1), --distribution=arbitrary).
std::string write_slurm(const Placement& placement) {
  std::string out;
  for (const std::int64_t node : placement.nodes) out += placement.hosts[node] + "\n";
  return out;
}

std::string slurm_caveat(const Placement& placement) {
  if (placement.hosts.size() == placement.nodes.size()) return {};
  return "under srun --distribution=arbitrary --mpi=pmi2, MPICH 4.0 treats each process as a separate node, without "
         "shared memory; reordering inside the program (cartwright run) avoids this";
}

}  // namespace cartwright::report
