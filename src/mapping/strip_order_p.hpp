// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"
#include "mapping/snake_p.hpp"

namespace cartwright::mapping {

/// A dimension divided into strips: `wide` of one width, then `rest` of another.
struct Widths {
  std::int64_t wide = 0;
  std::int64_t wide_width = 0;
  std::int64_t rest = 0;
  std::int64_t rest_width = 0;

  /// `count` strips, the remainder spread one by one over the first of them.
  static Widths even(std::int64_t length, std::int64_t count);
  /// As many strips of `width` as fit, the last widened by the remainder.
  static Widths wide_last(std::int64_t length, std::int64_t width);
  /// As many strips of `width` as fit, then one of the remainder if there is any.
  static Widths narrow_last(std::int64_t length, std::int64_t width);

  std::int64_t count() const { return wide + rest; }
};

/// How a grid is divided: along every dimension but `run` into strips.
struct StripOrderPlan {
  std::size_t run = 0;                   ///< the dimension along which the strips run
  Axes across;                           ///< the other dimensions, outermost first
  base::FixedVector<Widths, grid::max_dims> widths;  ///< of each entry of `across`
  bool rows_turn = false;                ///< walk the rows within a strip there and back, too
};

/// Strip after strip, there and back along `run` [Hunold2020, figure 5]: each slice of a strip, one cell
/// thick, is filled before the next, so that a node is a stretch of a strip and the next node begins
/// where it ends.
class StripOrder final : public LocalOrder {
 public:
  StripOrder(grid::Grid grid, const StripOrderPlan& plan);
  grid::Coords cell_of(std::int64_t slot) const override;
  std::int64_t slot_of(const grid::Coords& cell) const override;

 private:
  grid::Grid grid_;
  StripOrderPlan plan_;
  base::FixedVector<std::int64_t, grid::max_dims> behind_;  ///< cells per unit of across[j] and of all widths before it
};

}  // namespace cartwright::mapping
