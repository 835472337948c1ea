// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/arena.hpp"

#include <mpi.h>

#include <optional>

namespace cartwright::preload {

/// The program's own shared memory (MPI_Win_allocate_shared): data in it need not be packed for a process that has it
/// too. All may be called from several threads.
///
/// Where `count` elements at `buffer` are, if all of them are in this process's part of one window. Its layout is not
/// set.
std::optional<transport::Source> in_window(const jit::Layout& layout, const void* buffer, MPI_Count count);

/// The address here of what lies at a source of the process with this number on the node; null when this process has no
/// part in the window.
const std::byte* in_window_of(std::uint32_t process, const transport::Source& source);

}  // namespace cartwright::preload
