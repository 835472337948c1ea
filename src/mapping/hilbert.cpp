// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"

#include <bit>

namespace cartwright::mapping {

namespace {

/// The Hilbert curve in d dimensions through the smallest power-of-two cube around the grid. Cells outside the grid are
/// skipped. As in Hamilton and Rau-Chaplin, "Compact Hilbert indices" (2008), the curve enters every orthant at a
/// corner (`entry`, a bit per axis) and leaves it along an axis (`exit`), and the sub-orthants follow the Gray code
/// from there. Each bit of that code halves the orthant along one axis, so counting skipped cells is as easy as for
/// Morton order.
class Hilbert final : public LocalOrder {
 public:
  explicit Hilbert(grid::Grid grid) : grid_(std::move(grid)) {
    for (std::size_t i = 0; i < grid_.ndims(); ++i)
      if (grid_.dim(i) > 1) axes_.push_back(i);
    for (const std::int64_t dim : grid_.dims())
      bits_ = std::max(bits_, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(dim - 1))));
  }

  grid::Coords cell_of(machine::Slot slot) const override {
    std::int64_t rest = slot.number();
    grid::Coords cell(grid_.ndims());
    walk([&](std::size_t i, std::int64_t lower_end, bool first_is_upper, std::int64_t first_size) {
      const bool first = rest < first_size;
      if (!first) rest -= first_size;
      const bool upper = first == first_is_upper;
      if (upper) cell[i] += lower_end;
      return upper;
    });
    return cell;
  }

  machine::Slot slot_of(const grid::Coords& cell) const override {
    std::int64_t slot = 0;
    walk([&](std::size_t i, std::int64_t lower_end, bool first_is_upper, std::int64_t first_size) {
      const bool upper = (cell[i] & lower_end) != 0;
      if (upper != first_is_upper) slot += first_size;
      return upper;
    });
    return machine::Slot(slot);
  }

 private:
  /// Descends to one cell. At every halving, `choose(axis, half, first_is_upper, first_size)` returns whether to go to
  /// the upper half, [half, 2 half) along that axis. The curve visits the upper half first if first_is_upper, and the
  /// half visited first holds first_size cells of the grid.
  template <typename Choose>
  void walk(Choose choose) const {
    const auto d = static_cast<unsigned>(axes_.size());
    grid::Coords dims = grid_.dims();  // dims of the part of the grid in the current orthant
    std::int64_t size = grid_.size();
    unsigned entry = 0;
    unsigned exit = 0;
    for (int bit = bits_; bit-- > 0;) {
      const std::int64_t half = std::int64_t{1} << bit;
      unsigned index = 0;  // number of the sub-orthant in visiting order
      for (unsigned k = d; k-- > 0;) {
        const unsigned axis = (k + exit + 1) % d;
        const std::size_t i = axes_[axis];
        // Gray code: bit k of the position is bit k of the index xor bit k + 1.
        const bool flip = (index & 1) != 0;
        const bool first_is_upper = flip != ((entry >> axis & 1) != 0);
        const std::int64_t lower = dims[i] <= half ? size : size / dims[i] * half;
        const std::int64_t first_size = first_is_upper ? size - lower : lower;
        const bool upper = choose(i, half, first_is_upper, first_size);
        size = upper ? size - lower : lower;
        dims[i] = upper ? dims[i] - half : std::min(dims[i], half);
        index = index << 1 | static_cast<unsigned>(upper != first_is_upper);
      }
      entry ^= rotate_left(entry_of(index), exit + 1, d);
      exit = (exit + direction_of(index, d) + 1) % d;
    }
  }

  static unsigned gray(unsigned i) { return i ^ i >> 1; }
  static unsigned entry_of(unsigned i) { return i == 0 ? 0 : gray((i - 1) & ~1U); }
  static unsigned direction_of(unsigned i, unsigned d) {
    if (i == 0) return 0;
    return static_cast<unsigned>(std::countr_one((i & 1) != 0 ? i : i - 1)) % d;
  }
  static unsigned rotate_left(unsigned bits, unsigned by, unsigned width) {
    by %= width;
    return (bits << by | bits >> (width - by)) & ((1U << width) - 1);
  }

  grid::Grid grid_;
  base::FixedVector<std::size_t, grid::max_dims> axes_;  ///< dimensions longer than 1
  int bits_ = 0;
};

}  // namespace

std::unique_ptr<LocalOrder> hilbert(const Problem& problem) { return std::make_unique<Hilbert>(problem.grid()); }

}  // namespace cartwright::mapping
