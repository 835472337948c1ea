// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cost/cut.hpp"
#include "mpi/settings.hpp"

#include <string>
#include <vector>

namespace cartwright::mpi {

/// Where the processes of a communicator stand: the node of every rank. Ranks of one node need not be
/// consecutive; nodes are numbered by their lowest rank.
struct Nodes {
  std::vector<int> of_rank;
  int count = 0;
};

/// From any integers that are equal for two ranks exactly when they share a node.
Nodes number_nodes(const std::vector<int>& ids);

/// What a Cartesian communicator of these processes should look like.
struct Placement {
  std::vector<int> new_rank;  ///< of every old rank; empty when the processes stay as they stand
  std::string mapping;        ///< the algorithm, "as launched" when they stay
  std::vector<std::string> notes;
  LevelCut before;  ///< as they stand
  LevelCut after;   ///< equal to `before` when they stay
  double lower_bound = 0;
};

/// Places the first grid.size() ranks. Unless the settings name an algorithm, the result never has more
/// edges between nodes than the processes have as they stand. Deterministic, but for Tier::best.
/// Throws Error: a stencil of other dimensions, an unknown algorithm.
Placement place(const Grid& grid, const Stencil& stencil, const Nodes& nodes, const Settings& settings);

}  // namespace cartwright::mpi
