// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cartwright::transport {

/// Hands out runs of 1, 2, 4, ... of `count` blocks (a power of two), and joins them again when they come back (a buddy
/// system: Knuth, The Art of Computer Programming, section 2.5). The run given back last is handed out first, while it
/// is in the cache. Not thread safe.
class Blocks {
 public:
  explicit Blocks(std::uint32_t count);

  /// The first block of a run of at least `wanted`. None when there is no such run.
  std::optional<std::uint32_t> take(std::uint64_t wanted);
  /// Gives back what take(wanted) returned.
  void give_back(std::uint32_t first, std::uint64_t wanted);

  std::uint32_t count() const { return static_cast<std::uint32_t>(links_.size()); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// Of a run that is free, at its first block: a member of the list of the runs of its size.
  struct Link {
    std::uint32_t next = none;
    std::uint32_t previous = none;
    std::uint8_t order = not_free;
  };
  static constexpr std::uint8_t not_free = 0xff;

  void push(std::uint32_t first, std::size_t order);
  void remove(std::uint32_t first);

  std::vector<Link> links_;
  std::vector<std::uint32_t> heads_;  ///< of the lists of free runs of 2^order blocks
};

}  // namespace cartwright::transport
