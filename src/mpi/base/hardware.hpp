// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"

namespace cartwright::mpi {

/// The levels of hardware to look for by default, outermost first.
inline constexpr int hardware_types[] = {MPI_COMM_TYPE_SHARED, MPIX_COMM_TYPE_SOCKET, MPIX_COMM_TYPE_NUMA};

/// MPI_Comm_split_type that also knows MPIX_COMM_TYPE_*. Keeps the order of ranks. Collective over `outer`.
///
/// Sockets and NUMA domains are found by MPI_COMM_TYPE_HW_GUIDED if the MPI has it (MPI 4), by OMPI_COMM_TYPE_* of Open
/// MPI, or else by the binding that hwloc reports. A process that is bound to none in particular gets MPI_COMM_NULL, or
/// under Open MPI a communicator with only this process.
int split_hardware(MPI_Comm outer, int type, MPI_Comm* part);

#ifdef CARTWRIGHT_HWLOC
/// Splits by hwloc: `type` is MPIX_COMM_TYPE_SOCKET or MPIX_COMM_TYPE_NUMA, and `outer` lies within a node.
int split_by_hwloc(MPI_Comm outer, int type, MPI_Comm* part);
#endif

}  // namespace cartwright::mpi
