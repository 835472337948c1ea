// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/hosts.hpp"
#include "report/writers_p.hpp"

#include <algorithm>

namespace cartwright::report {

/// What --nodelist takes (srun(1), sbatch(1)): nid[00001-00004,00007].
std::string write_nodelist(const Placement& placement) { return machine::compress_host_list(placement.hosts) + "\n"; }

std::string nodelist_caveat(const Placement& placement) {
  if (std::ranges::is_sorted(placement.nodes)) return {};
  return "the file says which nodes, not which ranks go where: write slurm, cray, rankfile or mpich too, and give that "
         "to the launcher";
}

}  // namespace cartwright::report
