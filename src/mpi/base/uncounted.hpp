// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/on_this_thread.hpp"

namespace cartwright::mpi {

/// While one lives, the messages of this thread inside of the MPI are not counted as those of the program's
/// collectives: Cartwright itself sends them, or they are counted elsewhere.
using Uncounted = base::OnThisThread<struct UncountedMessages>;

}  // namespace cartwright::mpi
