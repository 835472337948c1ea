// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cartwright::transport {

/// Allocates runs of 1, 2, 4, ... of `count` blocks (a power of two), and joins them again when they are returned (a
/// buddy system: Knuth, The Art of Computer Programming, section 2.5). The last returned run is the first allocated,
/// while it is in the cache. Not thread safe.
class Blocks {
 public:
  explicit Blocks(std::uint32_t count);

  /// The first block of a run of at least `wanted` blocks. None if there is no such run.
  std::optional<std::uint32_t> take(std::uint64_t wanted);
  /// Returns the run of take(wanted).
  void give_back(std::uint32_t first, std::uint64_t wanted);

  std::uint32_t count() const { return static_cast<std::uint32_t>(links_.size()); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// A link of the list of free runs of one size, kept at the first block of a run.
  struct Link {
    std::uint32_t next = none;
    std::uint32_t previous = none;
    std::uint8_t order = not_free;
  };
  static constexpr std::uint8_t not_free = 0xff;

  void push(std::uint32_t first, std::size_t order);
  void remove(std::uint32_t first);

  std::vector<Link> links_;
  std::vector<std::uint32_t> heads_;  ///< the first free run of 2^order blocks
};

}  // namespace cartwright::transport
