// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"

namespace cartwright::mpi {

/// Attaches a report to a communicator, and with it to duplicates: cw_report finds it there.
int attach_report(MPI_Comm comm, const cw_cart_report& report);

}  // namespace cartwright::mpi
