// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/level_blocks.hpp"

namespace cartwright {

namespace {

class LevelBlocks : public LocalOrder {
 public:
  explicit LevelBlocks(const LevelDims& levels) : ndims_(product(levels).size()) {
    for (const Coords& cuts : levels) levels_.emplace_back(cuts);
  }

  Coords cell_of(std::int64_t slot) const override {
    // From the inside out: where in the innermost block, then where that block is in the next, ...
    Coords cell(ndims_, 0);
    Coords block(ndims_, 1);
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      const Coords at = level->coords(slot % level->size());
      slot /= level->size();
      for (std::size_t i = 0; i < ndims_; ++i) {
        cell[i] += at[i] * block[i];
        block[i] *= level->dim(i);
      }
    }
    return cell;
  }

  std::int64_t slot_of(const Coords& cell) const override {
    std::int64_t slot = 0;
    std::int64_t slots = 1;
    Coords left = cell;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      Coords at(ndims_, 0);
      for (std::size_t i = 0; i < ndims_; ++i) {
        at[i] = left[i] % level->dim(i);
        left[i] /= level->dim(i);
      }
      slot += level->cell(at) * slots;
      slots *= level->size();
    }
    return slot;
  }

 private:
  std::size_t ndims_;
  std::vector<Grid> levels_;  // the blocks of a level in one of the level before
};

}  // namespace

std::unique_ptr<LocalOrder> level_blocks(const LevelDims& levels) {
  if (levels.empty()) fail(Status::invalid_argument, "no levels to cut the grid by: give at least one");
  return std::make_unique<LevelBlocks>(levels);
}

}  // namespace cartwright
