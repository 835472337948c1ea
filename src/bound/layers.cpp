// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bound/layers.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::bound {

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

/// After layer t, row k - 1 holds for each m the best stack of t layers with m cells whose last layer has k fibres or
/// more. Layer t has at most cells / t fibres; the sum over t gives the logarithm.
class Stack {
 public:
  Stack(std::span<const double> along, std::span<const double> across, std::int64_t cells)
      : along_(along),
        across_(across),
        stride_(cells + 1),
        longest_(std::min(along.size(), stride_) - 1),
        widest_(std::min(across.size(), stride_) - 1) {
    rows_.assign((widest_ + 1) * stride_, impossible);
    for (std::size_t k = 1; k <= widest_; ++k) rows_[(k - 1) * stride_] = 0;
  }

  /// Adds layer t in place: false when there is no room for another.
  bool grow() {
    if (++t_ > longest_ || widest_ == 0) return false;
    const double rise = along_[t_] - along_[t_ - 1];
    room_ = std::min(widest_, (stride_ - 1) / t_);
    std::fill_n(&rows_[room_ * stride_], stride_, impossible);
    for (std::size_t k = room_; k > 0; --k) {
      double* row = &rows_[(k - 1) * stride_];
      const double* wider = row + stride_;
      const double gain = across_[k] + rise * static_cast<double>(k);
      for (std::size_t m = stride_ - 1; m >= k; --m) row[m] = std::max(wider[m], row[m - k] + gain);
      std::copy_n(wider, k, row);
    }
    return true;
  }

  /// The rows in use.
  std::span<const double> rows() const { return {rows_.data(), room_ * stride_}; }

  void raise(std::vector<double>& most) const {
    for (std::size_t m = 1; m < stride_; ++m) most[m] = std::max(most[m], rows_[m]);
  }

 private:
  std::span<const double> along_;
  std::span<const double> across_;
  std::size_t stride_;
  std::size_t longest_;
  std::size_t widest_;
  std::size_t t_ = 0;
  std::size_t room_ = 0;
  std::vector<double> rows_;
};

std::vector<double> nothing_yet(std::int64_t cells) {
  std::vector<double> most(cells + 1, impossible);
  most[0] = 0;
  return most;
}

}  // namespace

std::vector<double> max_in_layers(std::span<const double> along, std::span<const double> across, std::int64_t cells) {
  std::vector<double> most = nothing_yet(cells);
  for (Stack stack(along, across, cells); stack.grow();) stack.raise(most);
  return most;
}

std::vector<double> max_in_sequence(std::span<const double> along, std::span<const double> pair, std::int64_t cells) {
  std::vector<double> most = nothing_yet(cells);
  const std::size_t n = cells;
  const std::size_t side = along.size();
  // ending[m * side + l]: the best sequence of m cells whose last fibre has l; an empty fibre starts one.
  std::vector<double> ending((n + 1) * side, impossible);
  ending[0] = 0;
  for (std::size_t m = 1; m <= n; ++m) {
    for (std::size_t l = 1; l < side && l <= m; ++l) {
      const double* before = &ending[(m - l) * side];
      double best = impossible;
      for (std::size_t k = 0; k < side; ++k) best = std::max(best, before[k] + pair[k * side + l]);
      ending[m * side + l] = best + along[l];
      most[m] = std::max(most[m], ending[m * side + l]);
    }
    ending[m * side] = most[m];
  }
  return most;
}

LayerProgram::LayerProgram(std::span<const double> along, std::span<const double> across, std::int64_t cells)
    : most_(nothing_yet(cells)) {
  for (Stack stack(along, across, cells); stack.grow();) {
    stack.raise(most_);
    stacks_.emplace_back(stack.rows().begin(), stack.rows().end());
  }
}

std::vector<std::int64_t> LayerProgram::fibres(std::int64_t m) const {
  const std::size_t stride = most_.size();
  std::size_t left = m;
  std::size_t t = 0;
  while (stacks_[t][left] != most_[left]) ++t;
  // Downwards through the layers: each has at least as many fibres as the one above it. The additional fibres end
  // here.
  std::vector<std::int64_t> lengths;
  for (std::size_t above = 0; left > 0; --t) {
    const std::vector<double>& rows = stacks_[t];
    std::size_t k = std::max<std::size_t>(above, 1);
    const double value = rows[(k - 1) * stride + left];
    while (k * stride < rows.size() && rows[k * stride + left] == value) ++k;
    lengths.insert(lengths.end(), k - above, static_cast<std::int64_t>(t) + 1);
    above = k;
    left -= k;
  }
  return lengths;
}

}  // namespace cartwright::bound
