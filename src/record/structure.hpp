// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"
#include "grid/stencil.hpp"
#include "record/pairs.hpp"

#include <optional>

namespace cartwright::record {

/// A grid and a stencil that explain messages between pairs of processes. Ranks are in row-major order; a program with
/// ranks in column-major order gets the dims in reverse.
struct Structure {
  grid::Grid grid;
  grid::Stencil
      stencil;  ///< weights: bytes of one process in this direction, in the mean of those that have a neighbor
  /// The same, with the least bytes that any process sends in a direction, 0 if one that has a neighbor sends nothing: the
  /// traffic is at least this, so its lower bounds hold for the traffic.
  grid::Stencil least;
  double explained = 0;  ///< the part of the bytes between pairs that is on the stencil, 0 to 1
  double complete = 0;   ///< the part of the stencil's edges that carry messages, 0 to 1: 1 if none is missing
};

/// The structure with the fewest dimensions, up to 4, that explains the most; none if the best one explains less than
/// half of the bytes. Offsets have components of 1 at most, or one component of up to 3.
/// Grids are compared by at most `most_sampled` pairs.
std::optional<Structure> find_structure(const Pairs& pairs, std::size_t most_sampled = 20'000);

/// The dimensions along which the members of a group differ, if the group has all cells of a line, plane, ... of the
/// grid: {0} for a column of a 2-D grid, {1} for a row. Empty for other groups.
std::vector<std::size_t> dimensions_of(const grid::Grid& grid, const std::vector<RankRun>& members);

}  // namespace cartwright::record
