// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace cartwright::mpi {

/// Where a process is: its domain at every level, outermost first.
struct Location {
  std::vector<std::string> levels;  ///< their names, the same on every process
  std::vector<int> domains;         ///< equal for two processes of one domain of the level before that share this one
  std::size_t node_level = 0;
  bool pretended = false;  ///< by CARTWRIGHT_NODES
  std::string remark;      ///< what this process should say to people about pretended nodes; mostly empty
  int error = MPI_SUCCESS;
};

/// Collective. `pretended` is the value of CARTWRIGHT_NODES: a machine in short notation, "8x6", whose nodes the
/// processes fill one after the other, or "cyclic:8x6", which deals them out to the nodes in turn. It counts
/// the ranks of MPI_COMM_WORLD when it holds as many processes, so that a process has the same node in
/// every communicator; otherwise those of `comm`. When it fits neither, or is empty, the levels are the real ones: what
/// shares memory, and inside it the sockets and NUMA domains that processes are bound to (hardware.hpp).
Location discover(MPI_Comm comm, const std::string& pretended);

/// Collective. The levels that split types find, each inside the one before. What one leaves without a communicator
/// forms a domain of its own. MPIX_COMM_TYPE_* of cartwright/mpix.h are known besides MPI's.
Location discover_by_types(MPI_Comm comm, const std::vector<int>& split_types);

/// Collective. The levels that communicators are, comms[0] holding all processes and the others being nested.
Location discover_by_comms(const std::vector<MPI_Comm>& comms);

/// From the domains of all ranks, one rank after the other.
std::vector<choose::RankLevel> levels_of_table(const std::vector<std::string>& names, const std::vector<int>& table);

/// Collective. Gathers where the processes are to process 0: on the others, and after an error, the result is empty.
std::vector<choose::RankLevel> gather_levels(MPI_Comm comm, const Location& location, int& error);

}  // namespace cartwright::mpi
