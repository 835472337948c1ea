// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace cartwright::bound {

/// For m = 0 ... cells, the largest value of
///     sum over fibres x of along[l_x]  +  sum over neighbors x, y of pair[l_x][l_y]
/// over all numbers l_x >= 0 that add up to m. The fibres stand on a small plane or line, and `pair` has the largest
/// weight between so many cells of two neighbors, which may be diagonal (docs/lower-bound.md, section 5).
class PlaneProgram {
 public:
  /// For fibres along this dimension of a pattern of two or three. None if an offset goes past the next fibre, if a
  /// dimension that matters is periodic, or if evaluate() took more than `affordable` steps.
  static std::optional<PlaneProgram> make(const Pattern& pattern, std::size_t along, std::int64_t cells,
                                          double affordable);

  /// The approximate number of elementary steps of evaluate().
  double steps() const;
  /// along[0] = 0; it has no more values than a fibre has cells, and one.
  void evaluate(std::span<const double> along);

  // What the last evaluate() found.
  double most(std::int64_t m) const { return most_[m]; }
  /// The l_x > 0 that give most(m), which must be finite.
  std::vector<std::int64_t> fibres(std::int64_t m) const;

 private:
  enum Direction : std::uint8_t { before, across, diagonal, other_diagonal, directions };
  using Pairs = std::array<std::vector<double>, directions>;

  PlaneProgram(std::int64_t width, std::int64_t rows, std::int64_t longest, std::int64_t cells);
  static bool find_pairs(const Pattern& pattern, std::size_t along, std::size_t row_dim, std::int64_t longest,
                         Pairs& pairs);
  /// What a fibre of `length` cells at this column gains with the fibres before it.
  double gain(std::int64_t profile, std::int64_t column, std::int64_t length) const;

  std::int64_t width_, rows_;
  std::int64_t side_;  ///< a fibre has 0 ... side_ - 1 cells
  std::int64_t cells_;
  std::int64_t profiles_;             ///< of the last width_ + 1 fibres: digits in base side_, the last fibre first
  std::vector<std::int64_t> powers_;  ///< of side_
  Pairs pairs_;                       ///< [length before][length]
  std::vector<double> most_;
  std::vector<std::int64_t> last_;     ///< the profile that gives most_
  std::vector<std::uint8_t> dropped_;  ///< by fibre, profile after it, and cells: the digit that left the profile
};

}  // namespace cartwright::bound
