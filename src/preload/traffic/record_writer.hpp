// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Writes the record that CARTWRIGHT_RECORD asks for. Without that variable, all functions do nothing.

#include "record/record.hpp"

namespace cartwright::preload {

/// The first line of a record that this process writes. Throws Error.
record::Header header_of_this_process();

/// Whether the environment asks for a record, before MPI_Init.
bool is_recorded();

/// Call after remember_world(). Starts a thread that writes what was recorded so far, at intervals and when the process
/// gets SIGTERM, to FILE.parts/RANK. The signal then ends the process, unless the program handles it.
void begin_record();

/// Pauses, or goes on. Thread safe.
void pause_record(bool pause);

/// Writes what was recorded so far, because the program ends now. Thread safe.
void keep_record();

/// Writes the record of all processes into one file, and removes the parts. Collective over MPI_COMM_WORLD, before
/// MPI_Finalize.
void end_record();

}  // namespace cartwright::preload
