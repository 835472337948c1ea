// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace cartwright::fft::exchange {

/// What members send each other, joined into messages to whole nodes. A member sends what it has for all members of
/// another node to one of them; out of that one's buffer the others take theirs. Short messages are joined further:
/// what all members of a node have for another travels in one, from the buffer of one of them.
class NodeMessages {
 public:
  /// `nodes`: of each member, equal for those on one node. bytes(from, to): what one member has for another.
  NodeMessages(const std::vector<int>& nodes, std::int64_t rank,
               const std::function<std::int64_t(std::int64_t from, std::int64_t to)>& bytes);

  /// Where what two members exchange lies in messages: in the buffer of a member of this node.
  struct Place {
    std::int64_t member = 0;
    std::int64_t offset = 0;
  };
  /// What this member has for `to`, what `from` has for it; on other nodes.
  Place out(std::int64_t to) const { return out_[static_cast<std::size_t>(to)]; }
  Place in(std::int64_t from) const { return in_[static_cast<std::size_t>(from)]; }

  struct Message {
    std::int64_t partner = 0;
    std::int64_t offset = 0;  ///< in this member's buffer
    std::int64_t bytes = 0;
  };
  /// What this member sends and receives.
  const std::vector<Message>& sent() const { return sent_; }
  const std::vector<Message>& received() const { return received_; }
  std::int64_t sent_bytes() const { return sent_bytes_; }  ///< of the buffer
  std::int64_t received_bytes() const { return received_bytes_; }
  /// Some message of the node holds what several of its members have to send.
  bool joined() const { return joined_; }

 private:
  std::vector<Place> out_, in_;
  std::vector<Message> sent_, received_;
  std::int64_t sent_bytes_ = 0;
  std::int64_t received_bytes_ = 0;
  bool joined_ = false;
};

}  // namespace cartwright::fft::exchange
