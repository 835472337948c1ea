// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/arena.hpp"
#include "transport/blocks.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace cartwright::transport {

/// The sender's side of its arena: reserves slots, and takes back those that receivers have finished with. Thread safe.
/// It never waits for a receiver.
class Outbox {
 public:
  /// The arena must live as long as this.
  explicit Outbox(const Arena& arena) : arena_(arena), blocks_(arena.blocks()) {}

  /// A slot for a message, in state `offered`, with no bytes ready. Sets envelope.sequence. None if there is no room.
  /// The data may be elsewhere: `keep` is destroyed when the receiver has taken it.
  std::optional<std::uint32_t> reserve(Envelope& envelope, std::shared_ptr<const void> keep = nullptr);
  /// Takes back a slot that no receiver knows of.
  void withdraw(std::uint32_t slot);

  /// Finds all slots that receivers have finished with.
  void collect();

  /// Bytes that are reserved and not known to be taken.
  std::uint64_t reserved() const;

 private:
  void reclaim(std::size_t most);

  const Arena& arena_;
  mutable std::mutex mutex_;
  Blocks blocks_;
  struct Offered {
    std::uint32_t slot = 0;
    std::uint64_t blocks = 0;
    std::shared_ptr<const void> keep;
  };
  std::vector<Offered> offered_;
  std::size_t next_ = 0;         ///< index in offered_ of the next slot to check
  std::uint32_t populated_ = 0;  ///< number of blocks, from the first, that have pages
  std::uint64_t sequence_ = 0;
};

}  // namespace cartwright::transport
