// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/problem.hpp"

#include "base/error.hpp"

namespace cartwright::mapping {

Problem::Problem(grid::Grid grid, grid::Stencil stencil, machine::Machine machine)
    : grid_(std::move(grid)), stencil_(std::move(stencil)), machine_(std::move(machine)) {
  if (grid_.size() != machine_.size())
    base::fail(base::Status::invalid_argument,
               "dims {} hold {} processes, the machine has {}: change the dims, or let them be chosen",
               grid::to_string(grid_.dims()), grid_.size(), machine_.size());
  if (stencil_.ndims() != grid_.ndims())
    base::fail(base::Status::invalid_argument, "the stencil has {} dimensions, the grid {} has {}", stencil_.ndims(),
               grid::to_string(grid_.dims()), grid_.ndims());
}

base::IndexVector<grid::Cell, machine::Slot> slots_of(const Order& order) {
  const auto size = static_cast<std::int64_t>(order.size());
  base::IndexVector<grid::Cell, machine::Slot> slots(size, machine::no_slot);
  for (const machine::Slot slot : order.ids()) {
    const grid::Cell cell = order[slot];
    if (cell.number() < 0 || cell.number() >= size || slots[cell] != machine::no_slot)
      base::fail(base::Status::invalid_argument,
                 "not a permutation: slot {} holds cell {} of {}, out of range or twice", slot.number(), cell.number(),
                 size);
    slots[cell] = slot;
  }
  return slots;
}

}  // namespace cartwright::mapping
