// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <vector>

namespace cartwright::preload {

/// The nodes of the processes of a communicator, as seen from one of them.
struct NodeView {
  std::vector<int> nodes;      ///< of every rank that can be sent to; -1 outside MPI_COMM_WORLD
  int mine = -1;               ///< that of this process
  int count = 0;               ///< how many there are
  bool first_on_node = false;  ///< no lower rank is on the node of this process

  bool between(int rank) const { return nodes[static_cast<std::size_t>(rank)] != mine; }
};

/// Along which dimension of a reordered Cartesian communicator the processes of a part of it lie.
enum class Line { none, row, column, other };

/// Kept with a communicator while traffic is counted.
struct Places {
  NodeView now;
  NodeView before;         ///< as they would be in the original rank order
  int rank = 0;            ///< of this process
  Line line = Line::none;  ///< `none` for all that is not a line

  int size() const { return static_cast<int>(now.nodes.size()); }
};

/// Those of a communicator, of an intercommunicator those of its remote group; found at the first call. Local, may be
/// called from several threads. The reference is good as long as the communicator.
const Places& places_of(MPI_Comm comm);

}  // namespace cartwright::preload
