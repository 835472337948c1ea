// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/settings.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// All keys of an info object; none for MPI_INFO_NULL. Local.
std::vector<NamedValue> keys_of(MPI_Info info);

}  // namespace cartwright::mpi
