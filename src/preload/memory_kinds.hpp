// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// Call when data in memory of a GPU is left to MPI. The first time, says so if the MPI lists the kinds of memory that
/// it supports (mpi_memory_alloc_kinds, MPI 4.1), and none is of a GPU.
void left_to_mpi() noexcept;

}  // namespace cartwright::preload
