// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// A predefined MPI datatype as a tree: a basic type, or a structure of two with the gap between them. Null for all
/// other types. Thread safe.
const datatype::TypePtr* find_basic(MPI_Datatype type);

/// A datatype of which only the size and the extent are known.
datatype::TypePtr basic_of_size(MPI_Datatype type);

/// A value followed by an aligned index: MPI_DOUBLE_INT has a double and an int.
datatype::TypePtr value_and_index(datatype::TypePtr value, datatype::TypePtr index);

}  // namespace cartwright::mpi
