// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"
#include "launch/run_folder.hpp"

#include <cstdint>
#include <string>

namespace cartwright::cli {

/// What a process of an MPI said of a library of Cartwright's.
struct Check {
  enum class Result : std::uint8_t {
    works,
    no_mpi,  ///< the MPI is not here, so nothing was tried
    fails,
  };
  Result result = Result::fails;
  std::string said;  ///< the MPI, or the reason why it does not work
};

/// Loads libcartwright_NAME for that MPI into a process of the MPI, which may crash or hang, and calls it. `name` is
/// mpi, halo or fft, or hwloc.
Check check_library(const std::string& mpi, const std::string& name);

/// Starts a process of the MPI with `preload`, which it calls.
Check check_preload(const std::string& mpi, const std::string& preload);

/// Starts such a process with a launcher of that MPI, as `cartwright run` does.
Check check_launcher(const std::string& launcher, const std::string& mpi);

}  // namespace cartwright::cli
