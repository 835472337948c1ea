// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// CARTWRIGHT_LEARN=FOLDER: the first run of a program with the same arguments and number of processes is recorded in a
// file of that folder. The next ones run in the order for this record, and are recorded to see whether it still holds.

namespace cartwright::preload {

/// Sets the record that this run follows and the one that it makes. Call it after remember_world(). Collective over
/// MPI_COMM_WORLD.
void begin_learning();

/// Compares this run with the record that it followed. Another record replaces it if the traffic changed. Call it after
/// end_record().
void end_learning();

}  // namespace cartwright::preload
