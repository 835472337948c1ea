// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::preload {

/// Whether this process has libcartwright_in_order, whose front exchanges communicators. Local.
bool may_order_world();

/// Gives MPI_COMM_WORLD the order that the settings ask for: makes a communicator of its processes in that order, and
/// lets the front exchange it for MPI_COMM_WORLD in all calls. If that cannot be, all processes keep their ranks, and
/// one line says why. Call it in MPI_Init, after remember_world(). Collective over MPI_COMM_WORLD.
void order_world();

/// Whether this communicator is program_world(), or a duplicate of it, in a program that runs in another order. These
/// have the predefined attributes of MPI_COMM_WORLD.
bool stands_for_world(MPI_Comm comm);

}  // namespace cartwright::preload
