// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::preload {

/// Finds out in MPI_Init whether every process of MPI_COMM_WORLD has the interposer, switched on. Until then, nothing
/// collective may be called and no message sent: a process without the interposer would not take part, or would receive
/// an unexpected message. The processes therefore answer by publishing a name (MPI_Publish_name). Launchers pass names
/// on, and other processes never see them. The processes form a tree. A process publishes its name when it has found
/// the names of its children, so the root learns about all and sends the verdict down.
///
/// If the launcher keeps no names (Slurm with PMIx), no process can ask, and all are assumed to have the interposer.
/// This takes a fraction of a millisecond per level of the tree. If a process is missing, it takes CARTWRIGHT_WAIT
/// seconds (10) and prints a line on stderr.
void check_all_interposed();

/// Whether all processes of an intracommunicator are known to have the interposer. The same on all of them. Local.
bool all_interposed(MPI_Comm comm);

/// Whether all processes want to be reordered, where all have the interposer. The same on all of them. Collective, so
/// that none waits for one that keeps its rank.
bool all_want_reordering(MPI_Comm comm, int reorder);

}  // namespace cartwright::preload
