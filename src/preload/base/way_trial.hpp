// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/trial.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>

namespace cartwright::preload {

/// Finds by trials which of two ways to carry out a collective is faster: the usual or the other one. In a trial,
/// batches of a few collectives go one way or the other, in the Thue-Morse sequence, in which no rhythm of the program
/// favors one of the two. The first quarter of a batch does not count, because it finds in the caches, and in the order
/// in which processes arrive, what the other way left there, nor do the slowest batches of each way, because something
/// else disturbed them. All processes of a communicator count the same collectives, so they agree.
class WayTrial {
 public:
  static constexpr int batch = 4;
  static constexpr int batches = 16;
  static constexpr int period = 8192;  ///< collectives from the first trial to the next
  static constexpr int disturbed = 2;  ///< batches of each way that do not count
  static constexpr int length = batch * batches;
  static constexpr int longest_unseen = 256;  ///< collectives from one look to the next
  using Times = std::array<std::int64_t, batches>;

  /// The collectives of a trial: so many batches of so many.
  struct Shape {
    int count;
    int each;
    int length() const { return count * each; }
  };
  static constexpr Shape of_short{batches, 4 * batch};  ///< of collectives of microseconds
  static constexpr Shape medium{batches, batch};
  static constexpr Shape of_long{batches / 2, batch};  ///< of milliseconds

  /// The first trial begins after so many collectives. After a trial that changes nothing, it takes `growth` times as
  /// long until the next. `other`: the way until then.
  explicit WayTrial(int first, int growth = 1, bool other = false, Shape shape = medium)
      : next_(first), growth_(growth), shape_(shape), other_(other) {}

  /// Whether the next collective goes the other way.
  bool other() const { return in_trial() ? is_other(static_cast<int>(position() / shape_.each)) : other_; }
  /// Whether it goes the usual way, and neither a trial nor a look needs it.
  bool usual() const { return !other_ && !in_trial() && calls_ < look_; }
  /// Whether it belongs to a trial, and is timed.
  bool in_trial() const { return calls_ >= next_; }
  /// A look finds out whether the collectives are still of the kind for which this finds a way: first after so many.
  void look_after(int collectives) { look_ = collectives; }
  /// Whether one is due before the next collective.
  bool looks() const { return calls_ >= look_ && !in_trial(); }
  void looked() { look_ = calls_ + std::clamp<std::int64_t>(calls_, 1, longest_unseen); }
  /// Counts one for which usual() is true.
  void count_usual() { ++calls_; }
  /// Counts one, which took so long on this process. True if it ended a trial: then add up times() over all processes,
  /// and decide().
  bool count(std::int64_t nanoseconds) {
    const bool tried = in_trial();
    if (tried && position() % shape_.each >= shape_.each / 4) times_[position() / shape_.each] += nanoseconds;
    ++calls_;
    if (!tried || position() < shape_.length()) return false;
    next_ += period_;
    return true;
  }
  Times& times() { return times_; }
  /// `handicap`: by so much the other way must be faster.
  void decide(double handicap = 1) {
    std::array<Times, 2> of_way{};
    std::array<int, 2> count{};
    for (int i = 0; i < shape_.count; ++i) {
      const int way = is_other(i) ? 1 : 0;
      of_way[way][count[way]++] = times_[i];
    }
    std::array<std::int64_t, 2> sums{};
    for (int way = 0; way < 2; ++way) {
      const auto end = of_way[way].begin() + count[way];
      std::sort(of_way[way].begin(), end);
      sums[way] = std::accumulate(of_way[way].begin(), end - disturbed, std::int64_t{0});
    }
    const bool faster = base::clearly_faster(handicap * static_cast<double>(sums[1]), static_cast<double>(sums[0]));
    if (faster == other_ && period_ < max_period) {
      next_ += (growth_ - 1) * period_;
      period_ *= growth_;
    }
    other_ = faster;
    times_ = {};
  }

 private:
  static bool is_other(int number) { return std::popcount(static_cast<unsigned>(number)) % 2 == 1; }
  std::int64_t position() const { return calls_ - next_; }

  static constexpr std::int64_t max_period = std::int64_t{1} << 30;
  std::int64_t calls_ = 0;
  std::int64_t next_;  ///< the first collective of the next trial, or of this one
  std::int64_t period_ = period;
  std::int64_t look_ = std::numeric_limits<std::int64_t>::max();  ///< the collective before which the next one is due
  int growth_;
  Shape shape_;
  bool other_;
  Times times_{};
};

}  // namespace cartwright::preload
