// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/node_messages.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::preload {

struct CommNodes;
class NodeComm;

/// The bytes that each process of a node has for each rank, and gets from it: a row for each process of the node. What
/// a process has for itself does not count.
struct Streams {
  std::vector<std::int64_t> out, in;
  bool operator==(const Streams&) const = default;
};

/// The paths of these streams, as one process of the node sees them: through its buffer to others of the node; joined
/// with others to other nodes, or relayed there; or as messages of their own, where they are long or alone. Both ends
/// find the same path.
struct StreamPaths {
  ///     relay: blocks that are short enough
  StreamPaths(const NodeComm& comm, Streams of, bool relay);

  struct Part {
    int rank = 0;             ///< of the other process
    int number = 0;           ///< of the process of this node in whose buffer the data lies
    std::int64_t offset = 0;  ///< there
  };
  Streams streams;
  std::vector<Part> near_out, near_in, joined_out, joined_in, relayed_out, relayed_in;
  std::vector<int> alone_out, alone_in;  ///< ranks
  std::vector<transport::NodeMessages::Message> sent, received;
  std::int64_t far_alone = 0;                      ///< of alone_out, to other nodes
  bool joins = false;                              ///< some process of this node does
  bool relays = false;                             ///< all nodes do
  std::vector<std::int64_t> short_to, short_from;  ///< by distance: bytes for a node, from it, if they may be relayed

  // If all blocks are equal, these say whether it is the same exchange.
  std::int64_t each = 0;
  int root = 0;

 private:
  void add_near(const CommNodes& nodes);
  void add_short(const NodeComm& comm);
  void add_far(const NodeComm& comm);
};

}  // namespace cartwright::preload
