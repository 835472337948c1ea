// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <mpi.h>

namespace cartwright::bench {

/// MPI's datatype for a tree, not committed; the caller frees it. Throws Error{overflow} for counts that exceed an int,
/// and Error{unsupported} for basic types that benchmarks do not use.
MPI_Datatype mpi_type(const datatype::Type& type);

}  // namespace cartwright::bench
