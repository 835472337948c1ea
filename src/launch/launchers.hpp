// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/launcher.hpp"

namespace cartwright::launch {

// The families of launchers that launcher.cpp lists.

Launcher openmpi_launcher();  ///< Open MPI, PRRTE
Launcher hydra_launcher();    ///< MPICH, Intel MPI, MVAPICH
Launcher slurm_launcher();    ///< srun
Launcher alps_launcher();     ///< aprun of Cray's ALPS
Launcher pals_launcher();     ///< mpiexec of Cray's PALS
Launcher jsm_launcher();      ///< jsrun of IBM's Job Step Manager
Launcher flux_launcher();     ///< flux run, flux submit

}  // namespace cartwright::launch
