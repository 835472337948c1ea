// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/functions.h"

#include <atomic>
#include <type_traits>

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

/// A function of MPI 4: null if this MPI lacks it. Where its header does, too, nullptr itself.
#if MPI_VERSION >= 4
#define CW_REAL_4(name) ::cartwright::mpi::real().name
#else
#define CW_REAL_4(name) nullptr
#endif
template <typename Function>
constexpr bool in_header = !std::is_null_pointer_v<Function>;

/// A function of this MPI that the standard does not have, or null.
void* find_extension(const char* name);

}  // namespace cartwright::mpi
