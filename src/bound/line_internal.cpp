// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/line_internal.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>

namespace cartwright::bound {

namespace {

/// By length t > 0: the weight of every pair of cells (x, x + t), wrapped. On a periodic line, t is at most half the
/// line. Then every pair occurs once, from one end, except that t = half occurs from both ends, each time with the
/// weight of one direction.
using Lengths = std::map<std::int64_t, double>;

Lengths lengths_of(const Pattern& line) {
  Lengths lengths;
  for (const grid::Offset& offset : line.offsets) {
    const std::int64_t t = std::abs(offset.delta[0]);
    lengths[line.grid.periodic(0) ? std::min(t, line.grid.dim(0) - t) : t] += offset.weight;
  }
  return lengths;
}

/// The largest number of pairs at distance t among l cells: the line consists of chains (or, wrapped, cycles) of step
/// t. Each chain loses one pair, and l cells need at least l / (longest chain) chains.
double max_pairs(const grid::Grid& line, std::int64_t t, std::int64_t l) {
  const std::int64_t length = line.dim(0);
  if (!line.periodic(0)) return static_cast<double>(l - (l + (length - 1) / t) / ((length - 1) / t + 1));
  const std::int64_t cycle = length / std::gcd(length, t);
  return static_cast<double>(cycle == 2 ? l / 2 * 2 : l - (l % cycle != 0 ? 1 : 0));
}

double by_chains(const grid::Grid& line, const Lengths& lengths, std::int64_t l) {
  double sum = 0;
  for (const auto& [t, weight] : lengths) sum += weight * max_pairs(line, t, l);
  return sum;
}

/// On an open line, the j-th and the (j+s)-th cell are at least s apart, so each of the l - s such pairs weighs at most
/// as much as the heaviest length t >= s.
double by_ranks(const Lengths& lengths, std::int64_t l) {
  double sum = 0;
  double heaviest = 0;
  std::int64_t above = std::numeric_limits<std::int64_t>::max();
  const auto pairs_up_to = [l](std::int64_t s) {  // sum of l - 1, l - 2, ..., l - s
    const auto last = static_cast<double>(std::min(s, l));
    return last * static_cast<double>(l) - last * (last + 1) / 2;
  };
  for (auto length = lengths.rbegin(); length != lengths.rend(); ++length) {
    if (length->second > heaviest) {
      if (heaviest > 0) sum += heaviest * (pairs_up_to(above) - pairs_up_to(length->first));
      heaviest = length->second;
      above = length->first;
    }
  }
  return sum + heaviest * pairs_up_to(std::min(above, l));
}

constexpr double unreachable = -std::numeric_limits<double>::infinity();

/// Sweeps a window of k cells along the line, k being the longest offset. For each filling of the window and each
/// number of cells so far, it keeps the largest internal weight.
class WindowSweep {
 public:
  WindowSweep(const grid::Grid& line, const Lengths& lengths, std::int64_t cells)
      : lengths_(lengths),
        window_(static_cast<unsigned>(lengths.rbegin()->first)),
        cells_(cells),
        wraps_(line.periodic(0)),
        // On an open line, a gap longer than the window is no better than a gap as long as the window.
        length_(wraps_ ? line.dim(0) : std::min(line.dim(0), (cells - 1) * window_ + 1)) {}

  /// The number of elementary steps of run(), or a number beyond any limit.
  double work() const {
    return window_ > 20 ? 1e30
                        : static_cast<double>(length_) * static_cast<double>(cells_ + 1) *
                              static_cast<double>(std::int64_t{1} << (wraps_ ? 2 * window_ : window_));
  }

  std::vector<double> run() {
    masks_ = std::size_t{1} << window_;
    stride_ = cells_ + 1;
    gain_.assign(masks_, 0.0);
    for (std::size_t mask = 0; mask < masks_; ++mask)
      for (const auto& [t, weight] : lengths_)
        if ((mask >> (t - 1) & 1) != 0) gain_[mask] += weight;
    best_.assign(stride_, unreachable);
    if (wraps_)
      for (std::size_t first = 0; first < masks_; ++first) sweep(first);
    else
      sweep(0);
    return best_;
  }

 private:
  /// Bit b of a mask is the cell b + 1 positions before the next one. `first` fills the first cells of a periodic line;
  /// an open line begins with an empty window before its first cell.
  void sweep(std::size_t first) {
    const std::size_t count = std::popcount(first);
    if (count >= stride_) return;
    std::vector<double> now(masks_ * stride_, unreachable);
    now[first * stride_ + count] = extend(0, first);
    std::vector<double> next(now.size());
    for (std::int64_t x = wraps_ ? window_ : 0; x < length_; ++x) {
      std::ranges::fill(next, unreachable);
      for (std::size_t mask = 0; mask < masks_; ++mask)
        for (std::size_t l = 0; l < stride_; ++l) {
          const double value = now[mask * stride_ + l];
          if (value == unreachable) continue;
          const std::size_t shifted = mask << 1 & (masks_ - 1);
          double& without = next[shifted * stride_ + l];
          without = std::max(without, value);
          if (l + 1 == stride_) continue;
          double& with = next[(shifted | 1) * stride_ + l + 1];
          with = std::max(with, value + gain_[mask]);
        }
      now.swap(next);
    }
    for (std::size_t mask = 0; mask < masks_; ++mask) {
      const double closing = wraps_ ? extend(mask, first) - extend(0, first) : 0;
      for (std::size_t l = 0; l < stride_; ++l) best_[l] = std::max(best_[l], now[mask * stride_ + l] + closing);
    }
  }

  /// The weight gained if the cells in the mask `cells` follow a window filled with `mask`.
  double extend(std::size_t mask, std::size_t cells) const {
    double sum = 0;
    for (unsigned b = window_; b-- > 0;) {
      const std::size_t bit = cells >> b & 1;
      if (bit != 0) sum += gain_[mask];
      mask = (mask << 1 | bit) & (masks_ - 1);
    }
    return sum;
  }

  const Lengths& lengths_;
  unsigned window_;
  std::int64_t cells_;
  bool wraps_;
  std::int64_t length_;
  std::size_t masks_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> gain_;
  std::vector<double> best_;
};

}  // namespace

std::vector<double> line_internal(const Pattern& line, std::int64_t cells) {
  cells = std::min(cells, line.grid.dim(0));
  const Lengths lengths = lengths_of(line);
  if (lengths.empty()) return std::vector<double>(cells + 1, 0.0);
  WindowSweep sweep(line.grid, lengths, cells);
  if (constexpr double affordable = 4e6; sweep.work() <= affordable) return sweep.run();
  std::vector<double> value(cells + 1, 0.0);
  for (std::int64_t l = 1; l <= cells; ++l) {
    double& most = value[l];
    most = by_chains(line.grid, lengths, l);
    if (!line.grid.periodic(0)) most = std::min(most, by_ranks(lengths, l));
  }
  return value;
}

}  // namespace cartwright::bound
