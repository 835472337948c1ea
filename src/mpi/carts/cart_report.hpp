// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"
#include "choose/outcome.hpp"
#include "placement/running_job.hpp"

namespace cartwright::mpi {

/// The report that cw_comm_report returns. Throws Error if there are more nodes than an int can count.
cw_cart_report make_report(const choose::Outcome& outcome, const choose::RankPlacement& placement,
                           const choose::PlaceOptions& options, const placement::LinkTimes& links, double seconds);

/// Attaches a report to a communicator and its duplicates. cw_comm_report finds it there.
int attach_report(MPI_Comm comm, const cw_cart_report& report);

}  // namespace cartwright::mpi
