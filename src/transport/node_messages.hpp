// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/joining.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::transport {

/// The joined messages of one node, laid out in the buffers of their owners: the data of a process for another node
/// lies in the buffer of the member that sends it, and arrives in the buffer of the member there that receives it.
/// A member has one buffer for what leaves the node, and one for what comes.
class NodeMessages {
 public:
  ///     rank: of a member of the node
  ///     streams: all that have one end there
  ///     padding: messages begin at multiples of it in buffers
  NodeMessages(const NodeMembers& members, int rank, const std::vector<Stream>& streams, const Joining& how,
               std::int64_t padding);

  /// The data between two members: an offset in the buffer of a member of this node.
  struct BufferPart {
    int member = 0;
    std::int64_t offset = 0;
    bool joined = false;  ///< false: there is none, or it was left out. Then `member` is this one.
  };
  /// The data that this member has for `to`, and that `from` has for this member. Both are on other nodes.
  BufferPart out(std::int64_t to) const { return out_[to]; }
  BufferPart in(std::int64_t from) const { return in_[from]; }

  struct Message {
    int partner = 0;
    std::int64_t offset = 0;  ///< in this member's buffer
    std::int64_t bytes = 0;
  };
  /// The messages that this member sends and receives.
  const std::vector<Message>& sent() const { return sent_; }
  const std::vector<Message>& received() const { return received_; }
  std::int64_t sent_bytes() const { return sent_bytes_; }  ///< size of the buffer
  std::int64_t received_bytes() const { return received_bytes_; }
  /// Whether there are messages of the node, and whether some that it sends hold data of other members than the sender.
  bool any() const { return any_; }
  bool joined() const { return joined_; }

 private:
  std::vector<BufferPart> out_, in_;
  std::vector<Message> sent_, received_;
  std::int64_t sent_bytes_ = 0;
  std::int64_t received_bytes_ = 0;
  bool any_ = false;
  bool joined_ = false;
};

}  // namespace cartwright::transport
