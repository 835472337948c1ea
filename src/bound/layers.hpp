// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cartwright::bound {

/// most[m], m = 0 ... cells: the largest value of
///     sum over fibres x of along[l_x]  +  sum over layers t of across[k_t]
/// where the numbers l_x > 0 add up to m and k_t is how many of them are at least t
/// (docs/lower-bound.md, section 1). Fibres hold at most along.size() - 1 cells and layers at most
/// across.size() - 1 fibres; along[0] = across[0] = 0. Minus infinity where m cells do not fit.
/// At most O(cells^2 log cells) time and O(cells^2) memory.
std::vector<double> max_in_layers(std::span<const double> along, std::span<const double> across, std::int64_t cells);

/// most[m], m = 0 ... cells: the largest value of
///     sum over fibres x of along[l_x]  +  sum over neighbors x, x + 1 of pair[l_x][l_{x+1}]
/// over sequences l_1, l_2, ... > 0 that add up to m (docs/lower-bound.md, section 5). `pair` has rows and columns of
/// along.size(). O(cells longest^2) time.
std::vector<double> max_in_sequence(std::span<const double> along, std::span<const double> pair, std::int64_t cells);

/// The same as max_in_layers, but also gives the best l_x for every m. O(cells^2 log cells) memory.
class LayerProgram {
 public:
  LayerProgram(std::span<const double> along, std::span<const double> across, std::int64_t cells);

  double most(std::int64_t m) const { return most_[m]; }
  /// The l_x > 0 that give most(m), largest first. most(m) must be finite.
  std::vector<std::int64_t> fibres(std::int64_t m) const;

 private:
  std::vector<double> most_;
  std::vector<std::vector<double>> stacks_;  // one per layer, rows of cells + 1
};

}  // namespace cartwright::bound
