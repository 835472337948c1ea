// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

namespace cartwright::launch {

/// How a program is linked, as ldd(1) has it.
struct Linkage {
  std::string file = {};
  std::string mpi = {};      ///< "openmpi", "mpich", "abi", or empty: with none that is known
  std::string library = {};  ///< the library that tells
  bool is_static = false;
  bool is_setuid = false;
};

/// The linkage of the first binary among the words of a command: wrapper scripts and commands such as numactl are
/// passed over. Its `file` is empty where there is none.
Linkage find_linkage(const CommandLine& program);

/// Why nothing could be loaded into such a program before its libraries; empty where nothing is known against it.
std::string why_not_loaded(const Linkage& linkage);

}  // namespace cartwright::launch
