// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace cartwright::jit {

class Packer;

/// Any range of bytes of the packed stream of one element, so that a long message can go through a buffer of constant
/// size [Schneider2013, 2.4]. The first iteration of a loop in the range is found by a division, the first entry of
/// a ragged list by its prefix sums; iterations that are wanted as a whole go through a kernel, and only the first and
/// the last one are looked into. Thread safe.
class Ranges {
 public:
  explicit Ranges(NodePtr root) : root_(std::move(root)) {}
  ~Ranges();

  /// Bytes [first, last) of the element whose root lies at `data`; last <= size.
  void pack(std::byte* packed, const std::byte* data, std::int64_t first, std::int64_t last) {
    // The walk is the same both ways; packing does not write to `data`.
    walk(Direction::pack, *root_, const_cast<std::byte*>(data), packed, first, last);
  }
  void unpack(std::byte* data, const std::byte* packed, std::int64_t first, std::int64_t last) {
    walk(Direction::unpack, *root_, data, const_cast<std::byte*>(packed), first, last);
  }

 private:
  void walk(Direction direction, const Node& node, std::byte* data, std::byte* packed, std::int64_t first,
            std::int64_t last);
  void walk_list(Direction direction, const Node& node, std::byte* data, std::byte* packed, std::int64_t first,
                 std::int64_t last);
  static void walk_ragged(Direction direction, const Node& node, std::byte* data, std::byte* packed, std::int64_t first,
                          std::int64_t last);
  Packer& iterations_of(const Node& loop);
  const Program& entries_of(const Node& list, Direction direction);

  const NodePtr root_;
  std::mutex mutex_;
  std::unordered_map<const Node*, std::shared_ptr<Packer>> iterations_;  ///< one element is one iteration of a loop
  std::unordered_map<const Node*, std::unique_ptr<Program[]>> entries_;  ///< both directions of a list
};

}  // namespace cartwright::jit
