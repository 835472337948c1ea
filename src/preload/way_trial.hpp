// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace cartwright::preload {

/// Finds by trials which of two ways to carry out a collective is faster: the usual or the other one. In a trial, batches
/// of a few collectives go one way or the other, in the Thue-Morse sequence, in which no rhythm of the program favors one
/// of the two: each pair of batches has one of each. After a trial the other way is taken if it was faster in most pairs.
/// All processes of a communicator count the same collectives, so they agree.
class WayTrial {
 public:
  static constexpr int batch = 4;
  static constexpr int batches = 16;
  static constexpr int period = 8192;   ///< collectives from one trial to the next
  static constexpr int enough_won = 6;  ///< by chance in 14 % of all trials of equal ways
  static constexpr int length = batch * batches;
  using Times = std::array<std::int64_t, batches>;

  /// The first trial begins after so many collectives.
  explicit WayTrial(int first) : first_(first) {}

  /// Whether the next collective goes the other way.
  bool other() const { return in_trial() ? is_other(static_cast<int>(position() / batch)) : other_; }
  /// Whether it belongs to a trial, and is timed.
  bool in_trial() const { return calls_ >= first_ && position() < length; }
  /// Counts one, which took so long on this process. True if it ended a trial: then add up times() over all processes,
  /// and decide().
  bool count(std::int64_t nanoseconds) {
    const bool tried = in_trial();
    if (tried) times_[position() / batch] += nanoseconds;
    ++calls_;
    return tried && !in_trial();
  }
  Times& times() { return times_; }
  void decide() {
    int won = 0;
    for (int i = 0; i < batches; i += 2) {
      const bool second = is_other(i + 1);
      if (times_[second ? i + 1 : i] < times_[second ? i : i + 1]) ++won;
    }
    other_ = won >= enough_won;
    times_ = {};
  }

 private:
  static bool is_other(int number) { return std::popcount(static_cast<unsigned>(number)) % 2 == 1; }
  std::int64_t position() const { return (calls_ - first_) % period; }

  int first_;
  std::int64_t calls_ = 0;
  bool other_ = false;
  Times times_{};
};

}  // namespace cartwright::preload
