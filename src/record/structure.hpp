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
  grid::Stencil messages;  ///< the same in messages
  /// The same, with the least bytes that any process sends in a direction, 0 if one that has a neighbor sends nothing:
  /// the traffic is at least this, so its lower bounds hold for the traffic.
  grid::Stencil least;
  double explained = 0;  ///< the part of the bytes between pairs that is on the stencil, 0 to 1
  double described = 0;  ///< the part of the bytes that is on the stencil with even weights, 0 to 1
  double complete = 0;   ///< the part of the stencil's edges that carry messages, 0 to 1: 1 if none is missing
};

/// The grid of the pattern that find_pattern() finds, if it is one.
std::optional<Structure> find_structure(const Pairs& pairs, std::size_t max_sampled = 20'000);

/// Traffic on a grid of these dims, with the offsets that it has there.
Structure structure_on(const grid::Coords& dims, const Pairs& pairs);

/// The dimensions along which the members of a group differ, if the group has all cells of a line, plane, ... of the
/// grid: {0} for a column of a 2-D grid, {1} for a row. Empty for other groups.
std::vector<std::size_t> dimensions_of(const grid::Grid& grid, const std::vector<RankRun>& members);

}  // namespace cartwright::record
