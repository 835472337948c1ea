// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"

namespace cartwright::mapping {

namespace {

/// Cells in row-major order, as in MPI_Cart_create without reordering.
class Blocked final : public LocalOrder {
 public:
  explicit Blocked(grid::Grid grid) : grid_(std::move(grid)) {}
  grid::Coords cell_of(machine::Slot slot) const override { return grid_.coords(grid::Cell(slot.number())); }
  machine::Slot slot_of(const grid::Coords& cell) const override { return machine::Slot(grid_.cell(cell).number()); }

 private:
  grid::Grid grid_;
};

}  // namespace

std::unique_ptr<LocalOrder> blocked(const Problem& problem) { return std::make_unique<Blocked>(problem.grid()); }

}  // namespace cartwright::mapping
