// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/settings.hpp"

#include <optional>
#include <string>

namespace cartwright::mpi {

/// How the MPI takes data in memory of a GPU.
struct GpuSupport {
  Gpu mode = Gpu::off;
  std::string reason;  ///< how the mode was found
};

/// The kinds of memory that the MPI lists (mpi_memory_alloc_kinds, MPI 4.1); "" if it lists none.
std::string memory_kinds();

/// As CARTWRIGHT_GPU is set. For Gpu::ask, and if it is not set, as the MPI says: by the kinds of memory that it lists,
/// MPIX_Query_cuda_support, or the libraries that it has loaded. Off if nothing is known.
GpuSupport find_gpu_support(std::optional<Gpu> set);

}  // namespace cartwright::mpi
