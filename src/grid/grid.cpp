// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/grid.hpp"

#include "base/checked.hpp"

#include <fmt/ranges.h>

namespace cartwright::grid {

std::string to_string(const Coords& dims) { return fmt::format("{}", fmt::join(dims, "x")); }

Grid::Grid(Coords dims, base::FixedVector<bool, max_dims> periods)
    : dims_(dims), strides_(dims.size(), 1), periods_(periods) {
  if (periods_.empty()) periods_.resize(dims_.size(), false);
  if (periods_.size() != dims_.size())
    base::fail(base::Status::invalid_argument, "{} periods given for the {} dimensions of {}: give one per dimension",
               periods_.size(), dims_.size(), to_string(dims_));
  for (std::size_t i = dims_.size(); i-- > 0;) {
    if (dims_[i] < 1)
      base::fail(base::Status::invalid_argument, "dimension {} of the grid is {}: every dimension must be at least 1",
                 i, dims_[i]);
    strides_[i] = size_;
    size_ = base::checked_mul(size_, dims_[i], "number of processes in the grid");
  }
}

bool Grid::any_periodic() const { return std::find(periods_.begin(), periods_.end(), true) != periods_.end(); }

Coords Grid::coords(Cell cell) const {
  Coords coords(ndims());
  std::int64_t rest = cell.number();
  for (std::size_t i = ndims(); i-- > 0;) {
    coords[i] = rest % dims_[i];
    rest /= dims_[i];
  }
  return coords;
}

Cell Grid::cell(const Coords& coords) const {
  std::int64_t cell = 0;
  for (std::size_t i = 0; i < ndims(); ++i) cell += coords[i] * strides_[i];
  return Cell(cell);
}

Cell Grid::neighbor(const Coords& coords, const Coords& offset) const {
  std::int64_t cell = 0;
  for (std::size_t i = 0; i < ndims(); ++i) {
    // Reduce first: a huge offset must not overflow the sum.
    std::int64_t x = coords[i];
    if (periods_[i]) {
      x += offset[i] % dims_[i];
      if (x < 0) x += dims_[i];
      if (x >= dims_[i]) x -= dims_[i];
    } else {
      if (offset[i] < -x || offset[i] >= dims_[i] - x) return no_cell;
      x += offset[i];
    }
    cell += x * strides_[i];
  }
  return Cell(cell);
}

}  // namespace cartwright::grid
