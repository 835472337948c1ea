// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/collective_ways.hpp"
#include "transport/group_nodes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace cartwright::preload {

/// When leaders relay the blocks of all-to-alls whose sizes differ, and which. A process knows the sizes of its node
/// only, and they may be others in each call. So leaders agree on the fly: now and then, by the sizes of the call
/// before. All processes of a communicator count the same calls.
class Relaying {
 public:
  Relaying(const transport::GroupNodes& nodes, const traffic::NodeLinks& links);

  /// Those between two nodes are relayed if they have at most so many bytes together. 0: none ever.
  std::int64_t longest() const { return longest_; }
  /// Whether the next call relays.
  bool relays() const { return relays_; }

  // The blocks lie in the buffers of the first processes, by distance: those that leave in the second quarter, those
  // that arrive in the third one.
  int process(std::int64_t distance) const { return static_cast<int>(distance % leaders_); }
  std::int64_t outgoing(std::int64_t distance) const { return begin + distance / leaders_ * longest_; }
  std::int64_t incoming(std::int64_t distance) const { return begin + outgoing(distance); }
  static constexpr std::int64_t begin = transport::GroupNodes::buffer / 4;

  /// The times of a call, joined and relayed. `bytes` are those for each node.
  std::array<double, 2> times(std::span<const std::int64_t> bytes) const;
  /// Counts a call. True if decide() follows.
  bool count() { return longest_ > 0 && ++calls_ == next_; }
  void decide(bool relays) {
    relays_ = relays;
    next_ += std::min(next_, longest_period);
  }

 private:
  static constexpr std::int64_t longest_period = 1024;  ///< calls from one decision to the next
  std::int64_t nodes_, on_node_, leaders_;
  traffic::NodeLinks links_;
  std::int64_t longest_ = 0;
  bool relays_ = false;
  std::int64_t calls_ = 0, next_ = 1;
};

}  // namespace cartwright::preload
