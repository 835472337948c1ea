// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/neighbors/neighborhood.hpp"

#include <mpi.h>

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cartwright::preload {

/// The joined messages of a neighborhood. Between two nodes there is one in each direction. On the node that it leaves,
/// one process, the leader, collects the blocks of all its processes for the other node and sends them. On the other
/// node one hands out those that come.
struct JoinPlan {
  struct Outgoing {
    int leader = 0;            ///< its number on this node
    int partner = 0;           ///< the rank in MPI_COMM_WORLD of the process there that receives
    bool sends = false;        ///< whether this process has blocks for the other node
    std::vector<int> senders;  ///< the numbers of the processes that have some
  };

  int node = 0;                          ///< this node
  int me = 0;                            ///< the number of this process on it
  int rank = 0;                          ///< in MPI_COMM_WORLD
  std::map<int, Outgoing> outgoing;      ///< by the other node
  std::map<int, int> receivers;          ///< by the other node: numbers of those that get its message
  std::vector<int> to_node;              ///< of each destination; -1 for MPI_PROC_NULL
  std::vector<int> from_node;            ///< of each source
  std::unordered_map<int, int> numbers;  ///< of the processes of this node, by their ranks in MPI_COMM_WORLD
};

/// Collective. Null on all processes if one of them cannot reach the others of its node by packets.
std::unique_ptr<JoinPlan> make_join_plan(MPI_Comm comm);

}  // namespace cartwright::preload
