// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/hosts.hpp"
#include "report/writers_p.hpp"

#include <algorithm>

namespace cartwright::report {

/// The argument of --nodelist (srun(1), sbatch(1)): nid[00001-00004,00007].
std::string write_nodelist(const Placement& placement) { return machine::compress_host_list(placement.hosts) + "\n"; }

std::string nodelist_caveat(const Placement& placement) {
  if (std::ranges::is_sorted(placement.nodes)) return {};
  return "the file has the nodes, but not the ranks on them: also write slurm, cray, rankfile or mpich for the "
         "launcher";
}

}  // namespace cartwright::report
