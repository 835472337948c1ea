// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::preload {

/// Finds out in MPI_Init whether every process of MPI_COMM_WORLD has the interposer, switched on. Before that is known
/// nothing collective may be called, and no message sent: a process without the interposer would not take part, or
/// would receive what it never asked for. The processes therefore answer by publishing a name (MPI_Publish_name), which
/// launchers pass on and other processes never see. They form a tree: a process publishes its name when it has found
/// those of its children, so that the root knows of all, and sends the verdict down.
///
/// Where the launcher keeps no names (Slurm with PMIx), nobody can ask, and all processes are taken to have the
/// interposer. Takes a fraction of a millisecond per level of the tree; where a process is missing,
/// CARTWRIGHT_WAIT seconds (10), and a line on stderr.
void call_roll();

/// Whether all processes of an intracommunicator are known to have the interposer. The same on all of them. Local.
bool all_interposed(MPI_Comm comm);

}  // namespace cartwright::preload
