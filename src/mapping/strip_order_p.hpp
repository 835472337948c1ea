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

  /// `count` strips; each of the first ones gets one cell of the remainder.
  static Widths even(std::int64_t length, std::int64_t count);
  /// As many strips of `width` as fit. The last one is wider by the remainder.
  static Widths wide_last(std::int64_t length, std::int64_t width);
  /// As many strips of `width` as fit, then one of the remainder, if any.
  static Widths narrow_last(std::int64_t length, std::int64_t width);

  std::int64_t count() const { return wide + rest; }
};

/// A division of a grid into strips along every dimension except `run`.
struct StripOrderPlan {
  std::size_t run = 0;                               ///< the dimension along which the strips run
  Axes across;                                       ///< the other dimensions, outermost first
  base::FixedVector<Widths, grid::max_dims> widths;  ///< of each entry of `across`
  bool rows_turn = false;                            ///< walk the rows within a strip there and back, too
};

/// Strip after strip, alternately forward and backward along `run` [Hunold2020, figure 5]. Each slice of a strip, one
/// cell thick, is filled before the next: a node is a stretch of a strip, and the next node begins at its end.
class StripOrder final : public LocalOrder {
 public:
  StripOrder(grid::Grid grid, const StripOrderPlan& plan);
  grid::Coords cell_of(machine::Slot slot) const override;
  machine::Slot slot_of(const grid::Coords& cell) const override;

 private:
  grid::Grid grid_;
  StripOrderPlan plan_;
  base::FixedVector<std::int64_t, grid::max_dims> behind_;  ///< cells per unit of across[j] and of all widths before it
};

}  // namespace cartwright::mapping
