// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/tagged_region.hpp"

#include <mpi.h>

#include <cstddef>

namespace cartwright::halo {

// Fields in windows of MPI_Win_allocate_shared. A SharedPlace then has the rank of its process in the window in place
// of a process id, no file, and the tag of the window.

/// Throws Error{invalid_argument} for a window of another kind.
void check_window(MPI_Win window);

/// Collective over `comm`, of which the window was made: fields in the memory of this process may be read in place.
/// Ends when the window is freed.
void share_window(MPI_Comm comm, MPI_Win window);

/// The address of a place in a window, in this process. Null if this process does not know the window.
std::byte* find_in_window(const transport::SharedPlace& place);

}  // namespace cartwright::halo
