// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"

#include <limits>

namespace cartwright::mapping {

namespace {

/// Halves the box until one cell is left, always across the dimension that is longest in relation to the traffic along
/// it [Hunold2020, V-B]. It ignores the nodes and their sizes.
///
/// This is Algorithm 2 of the paper, corrected. A rank goes left if r < floor(d_k / 2) * size / d_k (the text has
/// r <= size / 2, which is one too many and wrong for odd d_k). Going right subtracts the size of the left part from r,
/// and adds floor(d_k / 2), not the new d_k, to the coordinate. A dimension with f_k = 0 counts as infinitely long (the
/// text divides by zero); of several, the longest comes first.
class KdTree final : public LocalOrder {
 public:
  explicit KdTree(const Problem& problem) : grid_(problem.grid()), reach_(grid_.ndims()) {
    for (std::size_t i = 0; i < grid_.ndims(); ++i) {
      double sent = 0;  // f_i of the paper; an offset of weight w counts w times
      for (const grid::Offset& offset : problem.stencil().offsets())
        if (offset.delta[i] != 0) sent += offset.weight;
      reach_[i] = sent > 0 ? 1 / sent : std::numeric_limits<double>::infinity();
    }
  }

  grid::Coords cell_of(machine::Slot slot) const override {
    std::int64_t rest = slot.number();
    grid::Coords cell(grid_.ndims());
    grid::Coords dims = grid_.dims();
    for (std::int64_t size = grid_.size(); size > 1;) {
      const std::size_t k = widest(dims);
      const std::int64_t left = dims[k] / 2;
      const std::int64_t left_size = size / dims[k] * left;
      if (rest < left_size) {
        dims[k] = left;
        size = left_size;
      } else {
        rest -= left_size;
        cell[k] += left;
        dims[k] -= left;
        size -= left_size;
      }
    }
    return cell;
  }

  machine::Slot slot_of(const grid::Coords& coords) const override {
    grid::Coords cell = coords;
    grid::Coords dims = grid_.dims();
    std::int64_t slot = 0;
    for (std::int64_t size = grid_.size(); size > 1;) {
      const std::size_t k = widest(dims);
      const std::int64_t left = dims[k] / 2;
      const std::int64_t left_size = size / dims[k] * left;
      if (cell[k] < left) {
        dims[k] = left;
        size = left_size;
      } else {
        slot += left_size;
        cell[k] -= left;
        dims[k] -= left;
        size -= left_size;
      }
    }
    return machine::Slot(slot);
  }

 private:
  /// argmax d_i / f_i over the dimensions that can be halved.
  std::size_t widest(const grid::Coords& dims) const {
    std::size_t best = 0;
    double best_width = -1;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      const double width = dims[i] > 1 ? static_cast<double>(dims[i]) * reach_[i] : -1;
      if (width > best_width || (width == best_width && dims[i] > dims[best])) {
        best = i;
        best_width = width;
      }
    }
    return best;
  }

  grid::Grid grid_;
  base::FixedVector<double, grid::max_dims> reach_;  ///< 1 / f_i
};

}  // namespace

std::unique_ptr<LocalOrder> kd_tree(const Problem& problem) { return std::make_unique<KdTree>(problem); }

}  // namespace cartwright::mapping
