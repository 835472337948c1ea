// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/functions.h"

namespace cartwright::mpi {

struct RealFunctions {
#define CW_MEMBER(name, positions) decltype(&PMPI_##name) name;
#define CW_NO_MEMBER(name, positions)
  CW_FUNCTIONS(CW_MEMBER, CW_MEMBER, CW_NO_MEMBER)
#undef CW_NO_MEMBER
#undef CW_MEMBER
};

/// The functions of the MPI that this process runs, found at the first call. Thread safe. A function that the MPI lacks
/// is null.
const RealFunctions& real();

}  // namespace cartwright::mpi
