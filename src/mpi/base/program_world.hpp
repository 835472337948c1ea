// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::mpi {

/// The communicator that the program calls MPI_COMM_WORLD: another one if the program runs in another order
/// (preload/order/world_order.hpp). Functions of real() must get this one.
MPI_Comm program_world() noexcept;

/// This communicator as MPI knows it: program_world() for MPI_COMM_WORLD.
MPI_Comm in_order(MPI_Comm comm) noexcept;

/// Sets what program_world() returns.
void set_program_world(MPI_Comm comm) noexcept;

/// Whether MPI_Comm_spawn started the processes of MPI_COMM_WORLD. Call it first before the program can disconnect from
/// those that did.
bool is_spawned();

}  // namespace cartwright::mpi
