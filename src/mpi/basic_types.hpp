// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// A predefined datatype that MPI has a name for, as a tree: a basic type, or a structure of two with the gap that lies
/// between them. Null for all others. Thread safe.
const datatype::TypePtr* find_basic(MPI_Datatype type);

/// A datatype about which MPI tells nothing but its size and extent.
datatype::TypePtr basic_of_size(MPI_Datatype type);

/// A value and, where its alignment lets it lie, an index: MPI_DOUBLE_INT is one of a double and an int.
datatype::TypePtr value_and_index(datatype::TypePtr value, datatype::TypePtr index);

}  // namespace cartwright::mpi
