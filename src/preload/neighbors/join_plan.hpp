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

/// The joined messages of a neighborhood. Between two nodes there is one in each direction. On each node one process,
/// the leader, collects the blocks of all its processes for the other node and sends them, and hands out those that
/// come.
struct JoinPlan {
  struct Link {
    int leader = 0;            ///< its number on this node
    int partner = 0;           ///< the rank in MPI_COMM_WORLD of the leader there
    bool sends = false;        ///< whether this process has blocks for the other node
    std::vector<int> senders;  ///< for the leader: the numbers of the processes that have some
    bool receives = false;     ///< for the leader: whether some come
  };

  int node = 0;                          ///< this node
  int me = 0;                            ///< the number of this process on it
  int rank = 0;                          ///< in MPI_COMM_WORLD
  std::map<int, Link> links;             ///< by the other node
  std::vector<int> to_node;              ///< of each destination; -1 for MPI_PROC_NULL
  std::vector<int> from_node;            ///< of each source
  std::unordered_map<int, int> numbers;  ///< of the processes of this node, by their ranks in MPI_COMM_WORLD
};

/// Collective. Null on all processes if one of them cannot reach the others of its node by packets.
std::unique_ptr<JoinPlan> make_join_plan(MPI_Comm comm);

}  // namespace cartwright::preload
