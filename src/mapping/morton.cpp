// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"

#include <bit>

namespace cartwright::mapping {

namespace {

/// The Z-order curve through the smallest power-of-two cube around the grid. Cells outside the grid are skipped.
/// Counting them is easy: the intersection of an orthant of the cube with the grid is a box.
class Morton final : public LocalOrder {
 public:
  explicit Morton(grid::Grid grid) : grid_(std::move(grid)) {
    for (const std::int64_t dim : grid_.dims())
      bits_ = std::max(bits_, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(dim - 1))));
  }

  grid::Coords cell_of(machine::Slot slot) const override {
    std::int64_t rest = slot.number();
    grid::Coords cell(grid_.ndims());
    grid::Coords dims = grid_.dims();  // dims of the part of the grid in the current orthant
    std::int64_t size = grid_.size();
    for (int bit = bits_; bit-- > 0;)
      for (std::size_t i = 0; i < dims.size(); ++i) {
        const std::int64_t half = std::int64_t{1} << bit;
        if (dims[i] <= half) continue;
        const std::int64_t lower = size / dims[i] * half;
        if (rest < lower) {
          dims[i] = half;
          size = lower;
        } else {
          rest -= lower;
          cell[i] += half;
          dims[i] -= half;
          size -= lower;
        }
      }
    return cell;
  }

  machine::Slot slot_of(const grid::Coords& cell) const override {
    grid::Coords dims = grid_.dims();
    std::int64_t size = grid_.size();
    std::int64_t slot = 0;
    for (int bit = bits_; bit-- > 0;)
      for (std::size_t i = 0; i < dims.size(); ++i) {
        const std::int64_t half = std::int64_t{1} << bit;
        if (dims[i] <= half) continue;
        const std::int64_t lower = size / dims[i] * half;
        if ((cell[i] & half) == 0) {
          dims[i] = half;
          size = lower;
        } else {
          slot += lower;
          dims[i] -= half;
          size -= lower;
        }
      }
    return machine::Slot(slot);
  }

 private:
  grid::Grid grid_;
  int bits_ = 0;
};

}  // namespace

std::unique_ptr<LocalOrder> morton(const Problem& problem) { return std::make_unique<Morton>(problem.grid()); }

}  // namespace cartwright::mapping
