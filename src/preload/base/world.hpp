// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/rank_table.hpp"
#include "mpi/base/discover.hpp"
#include "mpi/base/settings.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

namespace cartwright::preload {

/// Locations of the processes of MPI_COMM_WORLD, by the ranks that the program knows. Found once, when MPI is
/// initialized, for local calls that need the locations of other processes: MPI_Cart_map, and every send with counted
/// bytes.
struct World {
  choose::RankTable ranks;
  mpi::Location location;  ///< of this process; with the nodes of the job on process 0
  mpi::Settings settings;
};

/// Collective over MPI_COMM_WORLD. Does nothing with CARTWRIGHT=off.
void remember_world();

/// After this, the ranks of world() are those of program_world(): process `rank` has the rank new_rank[rank] there.
void renumber_world(const std::vector<int>& new_rank);

/// Sets the record or order to follow, and the record to make, if it is not empty.
void set_world_files(const std::string& order, const std::string& record);

/// Takes what is known of this program into account. The processes may run several programs, so their settings may
/// differ from now on.
void reread_settings();

/// Null before remember_world and if it failed.
const World* world();

/// The rank in MPI_COMM_WORLD of every rank of the communicator; for an intercommunicator, of its remote group.
/// MPI_UNDEFINED for a process outside MPI_COMM_WORLD. Local.
std::vector<int> world_ranks(MPI_Comm comm);

/// The rank in MPI_COMM_WORLD of the process that the launcher gave each rank: another one if the program runs in
/// another order. Local.
std::vector<int> world_ranks_of_launched();

/// The node of every rank of the communicator; for an intercommunicator, of its remote group. -1 for a process outside
/// MPI_COMM_WORLD. Local.
std::vector<int> nodes_of(MPI_Comm comm, const World& world);

/// The levels of the first `count` ranks of an intracommunicator; empty when one of them is outside MPI_COMM_WORLD.
std::vector<choose::RankLevel> levels_of(MPI_Comm comm, std::size_t count, const World& world);

}  // namespace cartwright::preload
