// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright::report {

namespace {

/// The N of --distribution=plane=N that deals ranks like this, N consecutive ranks for each node in turn, or 0
/// (srun(1), https://slurm.schedmd.com/dist_plane.html).
std::int64_t plane_of(const Placement& placement) {
  const std::vector<std::int64_t>& nodes = placement.nodes.items();
  const auto first = std::ranges::find_if(nodes, [&](std::int64_t node) { return node != nodes.front(); });
  const std::int64_t plane = first - nodes.begin();
  const auto count = static_cast<std::int64_t>(placement.hosts.size());
  for (std::size_t rank = 0; rank < nodes.size(); ++rank)
    if (nodes[rank] != static_cast<std::int64_t>(rank) / plane % count) return 0;
  return plane;
}

}  // namespace

/// The host of each task, one per line (srun(1), --distribution=arbitrary).
std::string write_slurm(const Placement& placement) {
  std::string out;
  for (const std::int64_t node : placement.nodes) out += placement.hosts[node] + "\n";
  return out;
}

std::string write_plane(const Placement& placement) {
  const std::int64_t plane = plane_of(placement);
  return plane > 0 ? fmt::format("plane={}\n", plane) : "arbitrary\n";
}

std::string plane_caveat(const Placement& placement) {
  if (plane_of(placement) > 0) return {};
  return "no --distribution=plane=N deals the ranks in this order: srun needs the slurm file, too";
}

std::string slurm_caveat(const Placement& placement) {
  if (placement.hosts.size() == placement.nodes.size()) return {};
  return "under srun --distribution=arbitrary --mpi=pmi2, MPICH 4.0 treats each process as a separate node, without "
         "shared memory; reordering inside the program (cartwright run) avoids this";
}

}  // namespace cartwright::report
