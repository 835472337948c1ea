// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cartwright::halo::engine {

/// The bytes that one process sends to another on another node.
struct Stream {
  int from = 0;
  int to = 0;
  std::int64_t bytes = 0;
  std::int64_t offset = 0;  ///< in the message
};

/// All streams from one node to another, as one message.
struct JoinedMessage {
  int sender = 0;
  int receiver = 0;
  std::vector<Stream> streams;  ///< in the order of the receivers: by `to`, then by `from`
  std::int64_t bytes = 0;
};

/// Joins the streams between one node and the others, of both directions. Both nodes find the same messages. A message
/// that would be longer than `longest`, or have only one stream, is left out. The processes of both nodes take turns
/// as senders and receivers.
///     nodes: per rank, the least rank on its node
///     node:  the one of these nodes on which one end of every stream is
std::vector<JoinedMessage> join(const std::vector<int>& nodes, int node, const std::vector<Stream>& streams,
                                std::int64_t longest);

}  // namespace cartwright::halo::engine
