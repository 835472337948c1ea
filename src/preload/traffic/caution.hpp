// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// Process 0 reads the table of programs of the user (CARTWRIGHT_PROGRAMS), and the lines that were kept of earlier
/// runs. Collective over MPI_COMM_WORLD, in MPI_Init, after remember_world().
void share_known_programs();

/// Keeps a line for this program in the cache folder: from the next run on, all its processes keep their ranks.
void keep_ranks_from_now_on();

}  // namespace cartwright::preload
