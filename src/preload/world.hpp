// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/place.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

namespace cartwright::mpi {

/// The nodes of MPI_COMM_WORLD. Found once, when MPI is initialised, for the calls that are local but must know where
/// other processes are: MPI_Cart_map, and every send whose bytes are counted.
struct World {
  Nodes nodes;
  bool pretended = false;
  Settings settings;
};

/// Collective over MPI_COMM_WORLD. Nothing happens when CARTWRIGHT=off.
void remember_world();

/// Null before remember_world, and when it failed or was not called.
const World* world();

/// The node of every rank of the communicator, for an intercommunicator of its remote group; -1 for a
/// process outside MPI_COMM_WORLD. Local.
std::vector<int> nodes_of(MPI_Comm comm, const World& world);

}  // namespace cartwright::mpi
