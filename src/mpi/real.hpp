// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/functions.h"

#include <atomic>

namespace cartwright::mpi {

struct RealFunctions {
#define CW_MEMBER(name, positions) decltype(&PMPI_##name) name;
#define CW_NO_MEMBER(name, positions)
  CW_FUNCTIONS(CW_MEMBER, CW_MEMBER, CW_NO_MEMBER)
#undef CW_NO_MEMBER
#undef CW_MEMBER
};

/// Null before the first call of find_real().
extern std::atomic<const RealFunctions*> known_functions;
const RealFunctions& find_real();

/// The functions of the MPI that this process runs, found at the first call. Thread safe. A function that the MPI lacks
/// is null. Inline: programs may call MPI_Test a hundred million times while they wait.
inline const RealFunctions& real() {
  const RealFunctions* const known = known_functions.load(std::memory_order_acquire);
  return known != nullptr ? *known : find_real();
}

}  // namespace cartwright::mpi
