// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

namespace cartwright::inventory {
struct JobNodes;
}

namespace cartwright::mpi {

/// The location of a process: its domain at every level, outermost first.
struct Location {
  std::vector<std::string> levels;  ///< their names, the same on every process
  std::vector<int> domains;         ///< equal for two processes in one domain of the previous level if they share this
                                    ///< one. discover() gives its lowest rank, or the first slot of a pretended one
  std::vector<int> sizes;           ///< the processes in its domain at each level, as far as discover() knows them
  std::size_t node_level = 0;
  bool pretended = false;  ///< by CARTWRIGHT_NODES
  bool wired = false;      ///< links decide, too: the wiring of all nodes is known (job_network.hpp)
  std::shared_ptr<const inventory::JobNodes> job;  ///< on process 0, if a network was asked for (job_network.hpp)
  machine::LinkSpeeds speeds;                      ///< of CARTWRIGHT_MEASURED (job_network.hpp)
  std::string speeds_note;                         ///< for reports: the file cannot be used
  std::string remark;  ///< a message for users about pretended nodes, printed by one process; usually empty
  int error = MPI_SUCCESS;
};

/// Collective. `pretended` is the value of CARTWRIGHT_NODES. It is a machine in short notation: "8x6", whose nodes are
/// filled in order, or "cyclic:8x6", which deals processes to the nodes in turn. If it holds as many processes as
/// MPI_COMM_WORLD, it applies to the ranks of MPI_COMM_WORLD, and a process has the same node in every communicator.
/// Otherwise it applies to the ranks of `comm`. If it fits neither, or is empty, the levels are the real ones: nodes
/// that share memory, and inside them the sockets and NUMA domains to which processes are bound (hardware.hpp).
Location discover(MPI_Comm comm, const std::string& pretended);

/// Collective. The levels that split types find, each inside the previous one. Processes that get no communicator from
/// a split type form a domain together. Accepts MPI's types and MPIX_COMM_TYPE_* of cartwright/mpix.h.
Location discover_by_types(MPI_Comm comm, const std::vector<int>& split_types);

/// Collective. The levels given by communicators: comms[0] holds all processes, and the others are nested.
Location discover_by_comms(const std::vector<MPI_Comm>& comms);

/// The levels from a table with the domains of all ranks, in rank order.
std::vector<choose::RankLevel> levels_of_table(const std::vector<std::string>& names, const std::vector<int>& table);

/// Collective. Gathers the locations of all processes on process 0. On the others, and after an error, the result is
/// empty.
std::vector<choose::RankLevel> gather_levels(MPI_Comm comm, const Location& location, int& error);

}  // namespace cartwright::mpi
