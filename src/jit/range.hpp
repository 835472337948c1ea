// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace cartwright::jit {

class Packer;

/// Packs any range of bytes of the packed stream of one element: a long message can then go through a buffer of
/// constant size [Schneider2013, 2.4]. A division finds the first iteration of a loop in the range, and prefix sums
/// find the first entry of a ragged list. Whole iterations go through a kernel; only the first and the last one are
/// examined further. Thread safe.
class Ranges {
 public:
  explicit Ranges(NodePtr root) : root_(std::move(root)) {}
  ~Ranges();

  /// Packs bytes [first, last) of the element whose root is at `data`; last <= size.
  void pack(std::byte* packed, const std::byte* data, std::int64_t first, std::int64_t last) {
    // The walk is the same in both directions; packing does not write to `data`.
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
