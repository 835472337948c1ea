// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/transpose.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft {

/// The members of a transpose by their nodes, and the joined messages between nodes. For each pair (A, B) of them one
/// member of A sends what all members of A have of the tiles of all members of B, to one member of B. The pairs of a
/// node are dealt out to its members in turn. On the way back, from tiles, the same messages travel from and to the
/// same places.
class NodePairs {
 public:
  /// `nodes`: of each member, equal for those on one node.
  NodePairs(const Transpose& transpose, const std::vector<int>& nodes);

  /// The members of this one's node, ascending.
  const std::vector<std::int64_t>& members() const { return nodes_.front(); }
  bool near(std::int64_t other) const { return near_[static_cast<std::size_t>(other)]; }

  /// Where a part of a joined message lies: in the buffer of a member of this node.
  struct Place {
    std::int64_t member = 0;
    std::int64_t offset = 0;
  };
  /// What this member has of the tiles of `other`, which is on another node; what `other` has of this member's.
  Place out(std::int64_t other) const { return out_[static_cast<std::size_t>(other)]; }
  Place in(std::int64_t other) const { return in_[static_cast<std::size_t>(other)]; }

  /// Joined messages that this member sends and receives towards tiles.
  struct Message {
    std::int64_t partner = 0;
    std::int64_t offset = 0;  ///< in this member's buffer
    std::int64_t bytes = 0;
  };
  const std::vector<Message>& out_messages() const { return out_messages_; }
  const std::vector<Message>& in_messages() const { return in_messages_; }
  std::int64_t out_bytes() const { return out_bytes_; }  ///< of this member's buffer
  std::int64_t in_bytes() const { return in_bytes_; }

 private:
  using Node = std::vector<std::int64_t>;  // its members

  std::vector<Node> nodes_;  ///< this member's first, then those after it in turn
  std::vector<bool> near_;
  std::vector<Place> out_, in_;
  std::vector<Message> out_messages_, in_messages_;
  std::int64_t out_bytes_ = 0;
  std::int64_t in_bytes_ = 0;
};

}  // namespace cartwright::fft
