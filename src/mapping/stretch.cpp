// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/stretch.hpp"

#include <algorithm>

namespace cartwright::mapping {

namespace {

/// The dimensions of a stretch from the slowest to the fastest, as digits of the index of a cell.
class Digits {
 public:
  Digits(const grid::Coords& box, StripFrame frame, const Stretch& stretch)
      : whole_{grid::Coords(box.size()), grid::Coords(box.size())} {
    push(frame.run, 0, box[frame.run], !stretch.forward);
    push(frame.across, stretch.base, stretch.width, !stretch.upward);
    if (frame.stack >= 0) push(frame.stack, stretch.stack_base, stretch.thickness, false);
    for (std::size_t i = 0; i < box.size(); ++i)
      if (const int dim = static_cast<int>(i); dim != frame.run && dim != frame.across && dim != frame.stack)
        push(dim, 0, box[i], false);
    for (std::size_t i = digits_.size() - 1; i > 0; --i) digits_[i - 1].unit = digits_[i].unit * digits_[i].radix;
  }

  /// Appends the boxes of the cells [first, last) whose digits before `digit` are those of `around`.
  void append(std::size_t digit, std::int64_t first, std::int64_t last, CellBox around,
              std::vector<CellBox>& boxes) const {
    const std::int64_t unit = digits_[digit].unit;
    const std::int64_t begin = first / unit;
    const std::int64_t end = (last - 1) / unit;
    // The values of the digit from which all, or only some, of the cells belong to the stretch.
    if (begin == end && last - first < unit) {
      narrow(digit, begin, begin + 1, around);
      append(digit + 1, first - begin * unit, last - begin * unit, around, boxes);
      return;
    }
    const std::int64_t full_begin = begin + (first % unit == 0 ? 0 : 1);
    const std::int64_t full_end = last / unit;
    if (full_begin > begin) {
      CellBox part = around;
      narrow(digit, begin, begin + 1, part);
      append(digit + 1, first % unit, unit, part, boxes);
    }
    if (full_end > full_begin) {
      CellBox part = around;
      narrow(digit, full_begin, full_end, part);
      boxes.push_back(part);
    }
    if (last % unit > 0) {
      narrow(digit, full_end, full_end + 1, around);
      append(digit + 1, 0, last % unit, around, boxes);
    }
  }
  const CellBox& whole() const { return whole_; }

 private:
  struct Digit {
    std::size_t dim;
    std::int64_t base, radix;
    bool reversed;
    std::int64_t unit = 1;  ///< cells for each value of the digit
  };
  void push(int dim, std::int64_t base, std::int64_t radix, bool reversed) {
    digits_.push_back({static_cast<std::size_t>(dim), base, radix, reversed});
    whole_.low[dim] = base;
    whole_.high[dim] = base + radix;
  }
  void narrow(std::size_t digit, std::int64_t begin, std::int64_t end, CellBox& box) const {
    const auto& [dim, base, radix, reversed, unit] = digits_[digit];
    box.low[dim] = base + (reversed ? radix - end : begin);
    box.high[dim] = base + (reversed ? radix - begin : end);
  }

  base::FixedVector<Digit, grid::max_dims> digits_;
  CellBox whole_;
};

}  // namespace

void append_cells(std::vector<grid::Coords>& cells, const grid::Coords& box, StripFrame frame, const Stretch& s) {
  const std::size_t run = frame.run, across = frame.across;
  for (std::int64_t index = s.first; index < s.last; ++index) {
    grid::Coords cell(box.size());
    std::int64_t rest = index;
    for (std::size_t i = box.size(); i-- > 0;) {
      if (i == run || i == across || static_cast<int>(i) == frame.stack) continue;
      cell[i] = rest % box[i];
      rest /= box[i];
    }
    if (frame.stack >= 0) {
      cell[frame.stack] = s.stack_base + rest % s.thickness;
      rest /= s.thickness;
    }
    const std::int64_t y = rest % s.width;
    cell[across] = s.base + (s.upward ? y : s.width - 1 - y);
    const std::int64_t z = rest / s.width;
    cell[run] = s.forward ? z : box[run] - 1 - z;
    cells.push_back(cell);
  }
}

void append_boxes(std::vector<CellBox>& boxes, const grid::Coords& box, StripFrame frame, const Stretch& stretch) {
  if (stretch.first >= stretch.last) return;
  const Digits digits(box, frame, stretch);
  digits.append(0, stretch.first, stretch.last, digits.whole(), boxes);
}

BoxWeight::BoxWeight(const grid::Grid& grid, const grid::Stencil& stencil) : grid_(grid), offsets_(stencil.offsets()) {
  for (grid::Offset& offset : offsets_)
    for (std::size_t i = 0; i < grid.ndims(); ++i)
      if (grid.periodic(i)) {
        offset.delta[i] %= grid.dim(i);
        if (offset.delta[i] < 0) offset.delta[i] += grid.dim(i);
      }
}

/// The number of cells of a box whose neighbor at an offset lies in the other box.
double BoxWeight::cells(const CellBox& from, const CellBox& to, const grid::Coords& delta) const {
  double product = 1;
  for (std::size_t i = 0; i < delta.size(); ++i) {
    const auto common = [&](std::int64_t shift) {
      return std::max<std::int64_t>(
          0, std::min(from.high[i] + shift, to.high[i]) - std::max(from.low[i] + shift, to.low[i]));
    };
    std::int64_t count = common(delta[i]);
    if (grid_.periodic(i)) count += common(delta[i] - grid_.dim(i));
    if (count == 0) return 0;
    product *= static_cast<double>(count);
  }
  return product;
}

double BoxWeight::operator()(std::span<const CellBox> from, std::span<const CellBox> to) const {
  double weight = 0;
  for (const grid::Offset& offset : offsets_) {
    double edges = 0;
    for (const CellBox& a : from)
      for (const CellBox& b : to) edges += cells(a, b, offset.delta);
    weight += edges * offset.weight;
  }
  return weight;
}

}  // namespace cartwright::mapping
