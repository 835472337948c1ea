// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace cartwright::fft::exchange {

/// The messages between members, joined into messages to whole nodes. A member sends its data for all members of
/// another node to one of them, and the others read from that buffer. Short messages are joined further: the data of
/// all members of a node for another node travels in one message, from the buffer of one of them.
class NodeMessages {
 public:
  /// `nodes` has a number for each member, equal for members on one node. bytes(from, to) is the size of the data that
  /// one member has for another.
  NodeMessages(const std::vector<int>& nodes, std::int64_t rank,
               const std::function<std::int64_t(std::int64_t from, std::int64_t to)>& bytes);

  /// The data between two members: an offset in the buffer of a member of this node.
  struct BufferPart {
    std::int64_t member = 0;
    std::int64_t offset = 0;
  };
  /// The data that this member has for `to`, and that `from` has for this member. Both are on other nodes. If there is
  /// none, it is said to be in this member's own buffer.
  BufferPart out(std::int64_t to) const { return out_[to]; }
  BufferPart in(std::int64_t from) const { return in_[from]; }

  struct Message {
    std::int64_t partner = 0;
    std::int64_t offset = 0;  ///< in this member's buffer
    std::int64_t bytes = 0;
  };
  /// The messages that this member sends and receives.
  const std::vector<Message>& sent() const { return sent_; }
  const std::vector<Message>& received() const { return received_; }
  std::int64_t sent_bytes() const { return sent_bytes_; }  ///< size of the buffer
  std::int64_t received_bytes() const { return received_bytes_; }
  /// Whether some message of the node holds data of other members than its sender.
  bool joined() const { return joined_; }

 private:
  std::vector<BufferPart> out_, in_;
  std::vector<Message> sent_, received_;
  std::int64_t sent_bytes_ = 0;
  std::int64_t received_bytes_ = 0;
  bool joined_ = false;
};

}  // namespace cartwright::fft::exchange
