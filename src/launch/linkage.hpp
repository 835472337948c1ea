// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

namespace cartwright::launch {

/// How a program is linked, according to ldd(1).
struct Linkage {
  std::string file = {};
  std::string mpi = {};      ///< "openmpi", "mpich", "abi", or empty if no known MPI is linked
  std::string library = {};  ///< the library that identifies the MPI
  std::string first = {};    ///< the path of a library that must be loaded before all others; may be empty
  bool is_static = false;
  bool is_setuid = false;
};

/// The linkage of the first binary among the words of a command. Skips wrapper scripts and commands such as numactl.
/// `file` is empty if no binary is found.
Linkage find_linkage(const CommandLine& program);

/// The reason why a library cannot be preloaded into such a program, or empty.
std::string why_not_loaded(const Linkage& linkage);

}  // namespace cartwright::launch
