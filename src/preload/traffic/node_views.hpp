// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <vector>

namespace cartwright::preload {

/// The nodes of the processes of a communicator, as seen from one of them.
struct NodeView {
  std::vector<int> nodes;      ///< of every rank of the communicator or of the remote group; -1 outside MPI_COMM_WORLD
  int mine = -1;               ///< the node of this process
  int count = 0;               ///< the number of different nodes
  bool first_on_node = false;  ///< no lower rank is on the node of this process

  bool between(int rank) const { return nodes[rank] != mine; }
};

/// The dimension of a reordered Cartesian communicator along which the processes of a part of it lie.
enum class Line { none, row, column, other };

/// The nodes now and in the original order. Kept with a communicator while traffic is counted.
struct NodeViews {
  NodeView now;
  NodeView before;         ///< as they would be in the original rank order
  int rank = 0;            ///< of this process
  Line line = Line::none;  ///< `none` if the processes do not form a line
  /// Per rank of a reordered Cartesian communicator: its coordinates differ from those of this process in several
  /// dimensions. Empty for others.
  std::vector<bool> corners;

  int size() const { return static_cast<int>(now.nodes.size()); }
};

/// The views of a communicator; for an intercommunicator, those of its remote group. Found at the first call. Local and
/// thread safe. The reference is valid as long as the communicator.
const NodeViews& node_views_of(MPI_Comm comm);

}  // namespace cartwright::preload
