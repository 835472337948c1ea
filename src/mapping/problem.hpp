// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"
#include "grid/stencil.hpp"
#include "machine/machine.hpp"

namespace cartwright::mapping {

/// Processes of an order that is kept as a whole, at most. With its inverse it takes 16 bytes for each.
inline constexpr std::int64_t max_processes = std::int64_t{1} << 24;

/// A mapping problem: a process grid, its communication stencil, and the machine.
class Problem {
 public:
  /// Throws Error: grid and machine of different sizes, a stencil of other dimensions than the grid.
  Problem(grid::Grid grid, grid::Stencil stencil, machine::Machine machine);

  const grid::Grid& grid() const { return grid_; }
  const grid::Stencil& stencil() const { return stencil_; }
  const machine::Machine& machine() const { return machine_; }
  std::int64_t size() const { return grid_.size(); }

 private:
  grid::Grid grid_;
  grid::Stencil stencil_;
  machine::Machine machine_;
};

/// A mapping: `order[slot]` is the cell of the process in that slot, and the number of the cell is its new rank. The
/// cells of a graph are its vertices.
/// Every algorithm returns such an order of the cells, and the sizes of nodes, sockets, ... divide it: node 0 gets the
/// first n_0 cells of the order, node 1 the next n_1, ...
using Order = base::IndexVector<machine::Slot, grid::Cell>;

/// The inverse: for each cell its slot, which is the rank of the process before reordering (blocked by node). Throws
/// Error when the order is not a permutation.
base::IndexVector<grid::Cell, machine::Slot> slots_of(const Order& order);

}  // namespace cartwright::mapping
