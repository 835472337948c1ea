// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/settings.hpp"

#include <string>

namespace cartwright::preload {

/// How MPI gets data in memory of a GPU, never Gpu::ask. By CARTWRIGHT_GPU, or as the MPI says when this is called first:
/// by MPIX_Query_cuda_support, the kinds of memory that it lists (mpi_memory_alloc_kinds, MPI 4.1), or the libraries that
/// it has loaded. Off if nothing is known. Never throws. Thread safe.
mpi::Gpu gpu_mode() noexcept;

/// How the mode was found, for the report.
const std::string& gpu_mode_reason();

/// Call when data in memory of a GPU is left to MPI. The first time, says so if the MPI lists the kinds of memory that
/// it supports, and none is of a GPU.
void left_to_mpi() noexcept;

}  // namespace cartwright::preload
