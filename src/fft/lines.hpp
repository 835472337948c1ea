// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/backend.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace cartwright::fft {

/// The lines of a transform, or the elements of a copy, one after another.
class Lines {
 public:
  explicit Lines(std::vector<Loop> loops) : loops_(std::move(loops)) {
    loops_.push_back({});
    // Neighbors in memory follow each other: they share cache lines.
    std::ranges::stable_sort(loops_, std::ranges::greater{},
                             [](const Loop& loop) { return std::pair(std::min(loop.in, loop.out), loop.out); });
  }

  /// Calls visit(in, out) for each line, with the offsets of its first point on either side.
  template <typename Visit>
  void each(Visit visit) const {
    each_from(0, 0, 0, visit);
  }

 private:
  template <typename Visit>
  void each_from(std::size_t depth, std::int64_t in, std::int64_t out, Visit& visit) const {
    const Loop& loop = loops_[depth];
    if (depth + 1 == loops_.size()) {
      for (std::int64_t i = 0; i < loop.length; ++i) visit(in + i * loop.in, out + i * loop.out);
    } else {
      for (std::int64_t i = 0; i < loop.length; ++i) each_from(depth + 1, in + i * loop.in, out + i * loop.out, visit);
    }
  }

  std::vector<Loop> loops_;  ///< outermost first; one at least
};

}  // namespace cartwright::fft
