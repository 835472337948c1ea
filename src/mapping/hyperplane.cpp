// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"
#include "mapping/snake_p.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace cartwright::mapping {

namespace {

/// Cuts the box in two by planes, with whole nodes on either side, until at most two nodes are left [Hunold2020, V-A].
///
/// This is Algorithm 1 of the paper, corrected and completed:
/// * the rank is rebased on the right-hand side (the text passes r on unchanged);
/// * a box of two nodes is not cut any more: the limit is <= 2n, as in the released code and as the example of a
///   [2, n] grid needs, not < 2n as in the text;
/// * the left-hand side takes the smaller part, which the text leaves open;
/// * the position is computed, not searched for: a plane at x leaves x * slice cells on its left, which is a multiple
///   of n exactly when x is a multiple of q = n / gcd(n, slice);
/// * with unequal nodes, or if their mean, least or largest size in their place does not divide the grid, it takes the
///   plane nearest to the middle that falls on the boundary of a node, or the one that comes closest to a boundary.
class Hyperplane final : public LocalOrder {
 public:
  Hyperplane(const Problem& problem, machine::Sizes sizes)
      : grid_(problem.grid()), sizes_(std::move(sizes)), along_(grid_.ndims()) {
    double total = 0;
    for (const grid::Offset& offset : problem.stencil().offsets()) {
      double norm = 0;
      for (const std::int64_t x : offset.delta) norm += static_cast<double>(x) * static_cast<double>(x);
      if (norm == 0) continue;
      total += offset.weight;
      for (std::size_t i = 0; i < grid_.ndims(); ++i) {
        const auto x = static_cast<double>(offset.delta[i]);
        along_[i] += offset.weight * (x * x / norm);
      }
    }
    // Round: equal dimensions must not differ because sums were added in another order.
    for (double& along : along_) along = total > 0 ? std::nearbyint(along / total * 0x1p32) : 0;
  }

  grid::Coords cell_of(machine::Slot slot) const override {
    Box box = whole();
    while (nodes_in(box) > 2) {
      const Plane plane = cut(box);
      const std::int64_t left = box.cells / box.dims[plane.dim] * plane.at;
      box.take(plane, left, slot.number() < box.first_slot + left);
    }
    std::int64_t rest = slot.number() - box.first_slot;
    const Axes axes = preferred(box.dims);
    for (std::size_t i = axes.size(); i-- > 0;) {
      box.corner[axes[i]] += rest % box.dims[axes[i]];
      rest /= box.dims[axes[i]];
    }
    return box.corner;
  }

  machine::Slot slot_of(const grid::Coords& cell) const override {
    Box box = whole();
    while (nodes_in(box) > 2) {
      const Plane plane = cut(box);
      const std::int64_t left = box.cells / box.dims[plane.dim] * plane.at;
      box.take(plane, left, cell[plane.dim] < box.corner[plane.dim] + plane.at);
    }
    std::int64_t rest = 0;
    for (const std::size_t i : preferred(box.dims)) rest = rest * box.dims[i] + cell[i] - box.corner[i];
    return machine::Slot(box.first_slot + rest);
  }

 private:
  struct Plane {
    std::size_t dim;
    std::int64_t at;  ///< length of the left part
  };
  struct Box {
    grid::Coords corner;
    grid::Coords dims;
    std::int64_t first_slot;
    std::int64_t cells;

    void take(const Plane& plane, std::int64_t left_cells, bool left) {
      if (left) {
        dims[plane.dim] = plane.at;
        cells = left_cells;
      } else {
        corner[plane.dim] += plane.at;
        dims[plane.dim] -= plane.at;
        first_slot += left_cells;
        cells -= left_cells;
      }
    }
  };

  Box whole() const { return {grid::Coords(grid_.ndims()), grid_.dims(), 0, grid_.size()}; }

  std::int64_t nodes_in(const Box& box) const {
    return sizes_.part_of(box.first_slot + box.cells - 1) - sizes_.part_of(box.first_slot) + 1;
  }

  /// The dimensions in order of preference: least communication along them first (equation 2), then the longest.
  Axes preferred(const grid::Coords& dims) const {
    Axes axes(dims.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::ranges::sort(axes, [&](std::size_t a, std::size_t b) {
      if (along_[a] != along_[b]) return along_[a] < along_[b];
      return dims[a] != dims[b] ? dims[a] > dims[b] : a < b;
    });
    return axes;
  }

  Plane cut(const Box& box) const { return sizes_.uniform() ? cut_between_equal(box) : cut_between_unequal(box); }

  Plane cut_between_equal(const Box& box) const {
    const std::int64_t n = sizes_.largest();
    for (const std::size_t i : preferred(box.dims)) {
      const std::int64_t step = n / std::gcd(n, box.cells / box.dims[i]);
      if (const std::int64_t at = box.dims[i] / 2 / step * step; at > 0) return {i, at};
    }
    base::fail(base::Status::internal, "no plane divides a box of {} cells between nodes of {}", box.cells,
               n);  // theorem V.1
  }

  Plane cut_between_unequal(const Box& box) const {
    // Far from the middle, a plane costs more in depth and in J_max than it saves. Also, a bounded window keeps every
    // step O(d); the search in the paper takes O(sum of d_i).
    constexpr std::int64_t window = 64;
    Plane nearest{0, 0};
    std::int64_t least = box.cells;
    for (const std::size_t i : preferred(box.dims)) {
      const std::int64_t dim = box.dims[i];
      const std::int64_t slice = box.cells / dim;
      for (std::int64_t at = dim / 2; at > 0 && at >= dim / 4 && at > dim / 2 - window; --at)
        for (const std::int64_t x : {at, dim - at}) {
          const std::int64_t off = distance_to_boundary(box.first_slot + x * slice);
          if (off == 0) return {i, x};
          if (nearest.at == 0 || (i == nearest.dim && off < least)) {
            nearest = {i, x};
            least = off;
          }
        }
    }
    return nearest;
  }

  std::int64_t distance_to_boundary(std::int64_t slot) const {
    const std::int64_t node = sizes_.part_of(slot);
    const std::int64_t start = sizes_.start(node);
    return std::min(slot - start, start + sizes_[node] - slot);
  }

  grid::Grid grid_;
  machine::Sizes sizes_;
  base::FixedVector<double, grid::max_dims> along_;  ///< equation 2: communication along dimension i, in units of 2^-32
};

/// The planes for nodes of `size` processes; the last node holds the rest. The real nodes then divide this order.
std::unique_ptr<LocalOrder> as_if_nodes_held(const Problem& problem, std::int64_t size) {
  machine::Sizes sizes = machine::Sizes::equal(problem.size() / size, size);
  if (const std::int64_t rest = problem.size() % size; rest > 0) sizes.append(rest);
  return std::make_unique<Hyperplane>(problem, std::move(sizes));
}

}  // namespace

std::unique_ptr<LocalOrder> hyperplane(const Problem& problem) {
  return std::make_unique<Hyperplane>(problem, problem.machine().node_sizes());
}

std::unique_ptr<LocalOrder> hyperplane_mean(const Problem& problem) {
  const machine::Sizes& sizes = problem.machine().node_sizes();
  const std::int64_t rest = sizes.total() % sizes.count();
  return as_if_nodes_held(problem, sizes.total() / sizes.count() + (rest >= sizes.count() - rest ? 1 : 0));
}

std::unique_ptr<LocalOrder> hyperplane_min(const Problem& problem) {
  return as_if_nodes_held(problem, problem.machine().node_sizes().smallest());
}

std::unique_ptr<LocalOrder> hyperplane_max(const Problem& problem) {
  return as_if_nodes_held(problem, problem.machine().node_sizes().largest());
}

std::string hyperplane_caveat(const Problem& problem) {
  const machine::Sizes& sizes = problem.machine().node_sizes();
  if (sizes.uniform()) return {};
  return fmt::format(
      "nodes hold {} to {} processes: planes fall on node boundaries where one is near, and may divide a node "
      "where none is; theorem V.1 of the paper needs equal nodes",
      sizes.smallest(), sizes.largest());
}

}  // namespace cartwright::mapping
