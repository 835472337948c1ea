// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers.hpp"

#include "base/registry.hpp"
#include "report/writers_p.hpp"

#include <array>

namespace cartwright::report {

namespace {

constexpr std::array registry = {
    Writer{.name = "csv", .title = "rank,node,old_rank: one line per rank of the new grid", .write = write_csv},
    Writer{.name = "json", .title = "the report, with the node and the old rank of every rank", .write = write_json},
    Writer{.name = "svg", .title = "a picture of the grid, colored by node", .write = write_svg, .needs_costs = true},
    Writer{.name = "html",
           .title = "an interactive page of the grid for a browser",
           .write = write_html,
           .needs_costs = true},
    Writer{.name = "rankfile",
           .title = "Open MPI 5: mpirun --map-by rankfile:file=FILE",
           .write = write_openmpi5,
           .names_hosts = true},
    Writer{.name = "rankfile4",
           .title = "Open MPI 4: mpirun --rankfile FILE",
           .write = write_openmpi4,
           .names_hosts = true},
    Writer{.name = "mpich",
           .title = "MPICH (Hydra): mpiexec -f FILE",
           .write = write_mpich,
           .names_hosts = true,
           .caveat = mpich_caveat},
    Writer{.name = "intel", .title = "Intel MPI: mpirun -machinefile FILE", .write = write_intel, .names_hosts = true},
    Writer{.name = "slurm",
           .title = "SLURM_HOSTFILE=FILE srun --distribution=arbitrary",
           .write = write_slurm,
           .names_hosts = true,
           .caveat = slurm_caveat},
    Writer{.name = "plane",
           .title = "srun --distribution=$(cat FILE), if it deals the ranks in this order",
           .write = write_plane,
           .caveat = plane_caveat},
    Writer{.name = "nodelist",
           .title = "only the nodes: srun --nodelist=$(cat FILE)",
           .write = write_nodelist,
           .names_hosts = true,
           .caveat = nodelist_caveat},
    Writer{.name = "pbs",
           .title = "PBS, one chunk per node: qsub -l $(cat FILE)",
           .write = write_pbs,
           .names_hosts = true,
           .caveat = nodelist_caveat},
    Writer{.name = "cray",
           .title = "Cray MPICH with any launcher: MPICH_RANK_REORDER_METHOD=3 MPICH_RANK_REORDER_FILE=FILE",
           .write = write_cray},
    Writer{.name = "erf", .title = "LSF and JSM: jsrun --erf_input FILE", .write = write_erf, .caveat = erf_caveat},
    Writer{.name = "vcoord",
           .title = "Fujitsu MPI: mpiexec --vcoordfile FILE",
           .write = write_vcoord,
           .caveat = vcoord_caveat},
    Writer{.name = "lammps", .title = "LAMMPS: lmp -reorder custom FILE", .write = write_lammps},
    Writer{.name = "ranks", .title = "cartwright run --order FILE: the new rank of each process", .write = write_ranks},
    Writer{.name = "viem", .title = "VieM permutation: the old rank of each rank, one per line", .write = write_viem},
};

}  // namespace

std::span<const Writer> writers() { return registry; }

const Writer& find_writer(std::string_view name) { return base::find_named(registry, name, "format"); }

}  // namespace cartwright::report
