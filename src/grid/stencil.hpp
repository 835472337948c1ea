// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

#include <string>
#include <vector>

namespace cartwright::grid {

/// No offset may be longer: sums and negatives of coordinates must not overflow.
inline constexpr std::int64_t longest_offset = std::int64_t{1} << 62;

/// One neighbor: every process sends `weight` (bytes, messages, any unit) to the process at `delta`.
struct Offset {
  Coords delta;
  double weight = 1.0;
};

/// The k-neighborhood of every process [Hunold2020, II]: directed, weighted offsets.
/// The same offset twice counts twice, as two messages; a zero offset never leaves a node.
class Stencil {
 public:
  Stencil() = default;
  /// Throws Error: an offset without ndims entries or longer than longest_offset, a weight that is negative, infinite
  /// or NaN.
  Stencil(std::size_t ndims, std::vector<Offset> offsets);

  /// +-1 along every dimension: the neighbors of a Cartesian communicator.
  static Stencil nearest_neighbor(std::size_t ndims);
  /// +-1 along every dimension but the last.
  static Stencil component(std::size_t ndims);
  /// Nearest neighbor, and +-2 and +-3 along dimension 0.
  static Stencil hops(std::size_t ndims);
  /// All 3^d - 1 surrounding cells.
  static Stencil moore(std::size_t ndims);

  std::size_t ndims() const { return ndims_; }
  const std::vector<Offset>& offsets() const { return offsets_; }
  std::size_t size() const { return offsets_.size(); }

 private:
  std::size_t ndims_ = 0;
  std::vector<Offset> offsets_;
};

/// The offsets sorted by delta, with those of equal delta joined and their weights added.
std::vector<Offset> merged(std::vector<Offset> offsets);

/// The weight of all directed edges inside a box of the grid: from every cell x of the box whose neighbor x + delta
/// (wrapped where the grid is periodic) lies in the box too. Exact for boxes that span a periodic dimension and for
/// offsets longer than a dimension.
double internal_weight(const Grid& grid, const Stencil& stencil, const Coords& box);

/// Weight of all edges of the grid: `internal_weight` of the whole grid.
double total_weight(const Grid& grid, const Stencil& stencil);

}  // namespace cartwright::grid
