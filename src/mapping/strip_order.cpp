// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/strip_order_p.hpp"

namespace cartwright::mapping {

Widths Widths::even(std::int64_t length, std::int64_t count) {
  const std::int64_t width = length / count;
  const std::int64_t wide = length - width * count;
  return {wide, wide > 0 ? width + 1 : 0, count - wide, width};
}

Widths Widths::wide_last(std::int64_t length, std::int64_t width) {
  const std::int64_t narrow = length / width - 1;
  return {narrow, width, 1, length - narrow * width};
}

Widths Widths::narrow_last(std::int64_t length, std::int64_t width) {
  const std::int64_t remainder = length % width;
  return {length / width, width, remainder > 0 ? 1 : 0, remainder};
}

namespace {

struct Strip {
  std::int64_t index;
  std::int64_t start;
  std::int64_t width;
};

/// The strip at position x.
Strip strip_at(const Widths& widths, std::int64_t x) {
  const std::int64_t wide_end = widths.wide * widths.wide_width;
  if (x < wide_end) {
    const std::int64_t i = x / widths.wide_width;
    return {i, i * widths.wide_width, widths.wide_width};
  }
  const std::int64_t i = (x - wide_end) / widths.rest_width;
  return {widths.wide + i, wide_end + i * widths.rest_width, widths.rest_width};
}

}  // namespace

StripOrder::StripOrder(grid::Grid grid, const StripOrderPlan& plan)
    : grid_(std::move(grid)), plan_(plan), behind_(plan.across.size()) {
  std::int64_t cells = grid_.ndims() == 0 ? 1 : grid_.dim(plan_.run);
  for (std::size_t j = plan_.across.size(); j-- > 0;) {
    behind_[j] = cells;
    cells *= grid_.dim(plan_.across[j]);
  }
}

grid::Coords StripOrder::cell_of(machine::Slot slot) const {
  grid::Coords cell(grid_.ndims());
  if (grid_.ndims() == 0) return cell;
  grid::Coords start(grid_.ndims());
  grid::Coords width(grid_.ndims());
  std::int64_t rest = slot.number();
  std::int64_t slice = 1;  // cells across the strip, in the dimensions seen so far
  bool backward = false;
  for (std::size_t j = 0; j < plan_.across.size(); ++j) {
    const std::size_t i = plan_.across[j];
    const std::int64_t unit = slice * behind_[j];
    const std::int64_t walked = rest / unit;
    const Strip strip = strip_at(plan_.widths[j], backward ? grid_.dim(i) - 1 - walked : walked);
    rest -= unit * (backward ? grid_.dim(i) - strip.start - strip.width : strip.start);
    start[i] = strip.start;
    width[i] = strip.width;
    slice *= strip.width;
    backward ^= (strip.index & 1) != 0;
  }
  const std::int64_t length = grid_.dim(plan_.run);
  const std::int64_t along = rest / slice;
  cell[plan_.run] = backward ? length - 1 - along : along;
  rest -= along * slice;
  if (plan_.rows_turn) {
    snake_coords(rest, width, plan_.across, (cell[plan_.run] & 1) != 0, cell);
  } else {
    for (std::size_t j = plan_.across.size(); j-- > 1;) {
      const std::size_t i = plan_.across[j];
      cell[i] = rest % width[i];
      rest /= width[i];
    }
    if (!plan_.across.empty()) cell[plan_.across[0]] = rest;
  }
  for (const std::size_t i : plan_.across) cell[i] += start[i];
  return cell;
}

machine::Slot StripOrder::slot_of(const grid::Coords& cell) const {
  if (grid_.ndims() == 0) return machine::Slot(0);
  grid::Coords inside(grid_.ndims());
  grid::Coords width(grid_.ndims());
  std::int64_t slot = 0;
  std::int64_t slice = 1;
  bool backward = false;
  for (std::size_t j = 0; j < plan_.across.size(); ++j) {
    const std::size_t i = plan_.across[j];
    const Strip strip = strip_at(plan_.widths[j], cell[i]);
    slot += slice * behind_[j] * (backward ? grid_.dim(i) - strip.start - strip.width : strip.start);
    inside[i] = cell[i] - strip.start;
    width[i] = strip.width;
    slice *= strip.width;
    backward ^= (strip.index & 1) != 0;
  }
  const std::int64_t x = cell[plan_.run];
  slot += slice * (backward ? grid_.dim(plan_.run) - 1 - x : x);
  if (plan_.rows_turn) return machine::Slot(slot + snake_rank(inside, width, plan_.across, (x & 1) != 0));
  std::int64_t row = 0;
  for (const std::size_t i : plan_.across) row = row * width[i] + inside[i];
  return machine::Slot(slot + row);
}

}  // namespace cartwright::mapping
