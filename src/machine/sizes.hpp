// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace cartwright::machine {

/// The sizes of consecutive parts of a line of slots: the number of processes in each node (or socket, or group).
/// Stored as runs of equal sizes: 2 * 10^7 equal nodes take one run.
class Sizes {
 public:
  Sizes() = default;
  explicit Sizes(const std::vector<std::int64_t>& sizes);
  /// `count` parts of `size` slots each.
  static Sizes equal(std::int64_t count, std::int64_t size);

  /// Appends `count` parts of `size` slots. Throws Error: either below 1, total past 2^63.
  void append(std::int64_t size, std::int64_t count = 1);
  /// Appends all parts of another line `copies` times. Throws Error: copies below 1, total past 2^63, more than a
  /// million runs (many repetitions of unequal sizes would take too much memory).
  void append(const Sizes& parts, std::int64_t copies = 1);

  std::int64_t count() const { return runs_.empty() ? 0 : runs_.back().last_part; }
  std::int64_t total() const { return runs_.empty() ? 0 : runs_.back().last_slot; }
  bool uniform() const { return runs_.size() <= 1; }
  std::int64_t smallest() const;
  std::int64_t largest() const;
  /// The size whose parts hold the most slots together; of two, the larger. 0 without parts.
  std::int64_t typical() const;
  /// Greatest common divisor of all sizes; 0 without parts.
  std::int64_t common_divisor() const;

  /// Size of part i; first slot of part i (i == count() gives total()); the part that holds a slot. O(log runs).
  std::int64_t operator[](std::int64_t part) const;
  std::int64_t start(std::int64_t part) const;
  std::int64_t part_of(std::int64_t slot) const;

  struct Run {
    std::int64_t size;
    std::int64_t last_part;  ///< parts up to the end of this run
    std::int64_t last_slot;  ///< slots up to the end of this run
  };
  const std::vector<Run>& runs() const { return runs_; }
  std::vector<std::int64_t> expand() const;

  friend bool operator==(const Sizes& a, const Sizes& b);

 private:
  std::vector<Run> runs_;
};

}  // namespace cartwright::machine
