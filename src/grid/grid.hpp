// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fixed_vector.hpp"
#include "base/id.hpp"

#include <cstdint>
#include <string>

namespace cartwright::grid {

inline constexpr std::size_t max_dims = 16;

/// Coordinates of a cell, dims of a grid, or an offset between cells: one entry per dimension.
using Coords = base::FixedVector<std::int64_t, max_dims>;

/// "50x48"
std::string to_string(const Coords& dims);

/// A position of a grid, by its row-major number (MPI-4.0, 8.5): the last dimension is fastest.
using Cell = base::Id<struct CellKind, std::int64_t>;
inline constexpr Cell no_cell{-1};

/// A Cartesian grid of processes: dims and periods as in MPI_Cart_create. A grid of 0 dimensions has one cell.
class Grid {
 public:
  Grid() = default;
  /// Throws Error: a dim below 1, periods of another length (empty means none), a size past 2^63.
  explicit Grid(Coords dims, base::FixedVector<bool, max_dims> periods = {});

  std::size_t ndims() const { return dims_.size(); }
  const Coords& dims() const { return dims_; }
  std::int64_t dim(std::size_t i) const { return dims_[i]; }
  bool periodic(std::size_t i) const { return periods_[i]; }
  bool any_periodic() const;
  std::int64_t size() const { return size_; }
  auto cells() const { return base::ids<Cell>(size_); }
  /// Difference of the numbers of two neighbors along dimension i.
  std::int64_t stride(std::size_t i) const { return strides_[i]; }

  Coords coords(Cell cell) const;
  Cell cell(const Coords& coords) const;

  /// The cell at `coords + offset`, wrapped along periodic dimensions; `no_cell` outside the grid. Offsets may be
  /// longer than a dimension.
  Cell neighbor(const Coords& coords, const Coords& offset) const;

 private:
  Coords dims_;
  Coords strides_;
  base::FixedVector<bool, max_dims> periods_;
  std::int64_t size_ = 1;
};

}  // namespace cartwright::grid
