// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/level_blocks.hpp"

namespace cartwright::mapping {

namespace {

class LevelBlocks : public LocalOrder {
 public:
  explicit LevelBlocks(const grid::LevelDims& levels) : ndims_(grid::product(levels).size()) {
    for (const grid::Coords& cuts : levels) levels_.emplace_back(cuts);
  }

  grid::Coords cell_of(machine::Slot slot) const override {
    // From the inside out: the cell within the innermost block, then that block within the next, ...
    std::int64_t rest = slot.number();
    grid::Coords cell(ndims_, 0);
    grid::Coords block(ndims_, 1);
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      const grid::Coords at = level->coords(grid::Cell(rest % level->size()));
      rest /= level->size();
      for (std::size_t i = 0; i < ndims_; ++i) {
        cell[i] += at[i] * block[i];
        block[i] *= level->dim(i);
      }
    }
    return cell;
  }

  machine::Slot slot_of(const grid::Coords& cell) const override {
    std::int64_t slot = 0;
    std::int64_t slots = 1;
    grid::Coords left = cell;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      grid::Coords at(ndims_, 0);
      for (std::size_t i = 0; i < ndims_; ++i) {
        at[i] = left[i] % level->dim(i);
        left[i] /= level->dim(i);
      }
      slot += level->cell(at).number() * slots;
      slots *= level->size();
    }
    return machine::Slot(slot);
  }

 private:
  std::size_t ndims_;
  std::vector<grid::Grid> levels_;  // by level: the grid of its blocks within one block of the level before
};

}  // namespace

std::unique_ptr<LocalOrder> level_blocks(const grid::LevelDims& levels) {
  if (levels.empty()) base::fail(base::Status::invalid_argument, "no levels to cut the grid by: give at least one");
  return std::make_unique<LevelBlocks>(levels);
}

}  // namespace cartwright::mapping
