// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/arena.hpp"

#include <mpi.h>

#include <optional>

namespace cartwright::preload {

/// The program's own shared memory (MPI_Win_allocate_shared). Data in it need not be packed for a process that shares
/// it. All functions are thread safe.
///
/// The source for `count` elements at `buffer` if all of them lie in this process's part of one window. Its layout is
/// not set.
std::optional<transport::Source> in_window(const jit::Layout& layout, const void* buffer, MPI_Count count);

/// The address, in this process, of a source of the process with this number on the node. Null if this process has no
/// part in the window.
const std::byte* in_window_of(std::uint32_t process, const transport::Source& source);

/// Call before a window is freed.
void forget_window(MPI_Win handle);

}  // namespace cartwright::preload
