// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/settings.hpp"

#include <string>

namespace cartwright::preload {

/// How MPI gets data in memory of a GPU, never Gpu::ask. As CARTWRIGHT_GPU says when this is called first, or as the
/// MPI says if that is ask (mpi::find_gpu_support). Off if it is not set: an MPI that supports GPUs packs by itself.
/// Never throws. Thread safe.
mpi::Gpu gpu_mode() noexcept;

/// How the mode was found, for the report.
const std::string& gpu_mode_reason();

/// Call when data in memory of a GPU is left to MPI. The first time, says so if CARTWRIGHT_GPU is set, and the MPI
/// lists the kinds of memory that it supports, and none is of a GPU.
void left_to_mpi() noexcept;

}  // namespace cartwright::preload
