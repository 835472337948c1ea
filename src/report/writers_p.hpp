// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/writers.hpp"

namespace cartwright::report {

// One function per format, in the file of its name. writers.cpp lists them.
std::string write_csv(const Placement& placement);
std::string write_json(const Placement& placement);
std::string write_openmpi4(const Placement& placement);
std::string write_openmpi5(const Placement& placement);
std::string write_mpich(const Placement& placement);
std::string mpich_caveat(const Placement& placement);
std::string write_intel(const Placement& placement);
std::string write_slurm(const Placement& placement);
std::string slurm_caveat(const Placement& placement);
std::string write_plane(const Placement& placement);
std::string plane_caveat(const Placement& placement);
std::string write_nodelist(const Placement& placement);
std::string nodelist_caveat(const Placement& placement);
std::string write_pbs(const Placement& placement);
std::string write_cray(const Placement& placement);
std::string write_erf(const Placement& placement);
std::string erf_caveat(const Placement& placement);
std::string write_vcoord(const Placement& placement);
std::string vcoord_caveat(const Placement& placement);
std::string write_lammps(const Placement& placement);
std::string write_ranks(const Placement& placement);
std::string write_viem(const Placement& placement);
std::string write_svg(const Placement& placement);
std::string write_html(const Placement& placement);

}  // namespace cartwright::report
