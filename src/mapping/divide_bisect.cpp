// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/divide.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace cartwright::mapping {

namespace {

class Bisection {
 public:
  Bisection(const grid::Grid& grid, const CellGraph& graph, const std::vector<grid::Cell>& cells,
            const machine::Sizes& sizes)
      : graph_(graph), sizes_(sizes), labels_(cells.size(), Part(0)), side_(cells.size(), 0), ndims_(grid.ndims()) {
    coords_.reserve(cells.size());
    for (const grid::Cell cell : cells) coords_.push_back(grid.coords(cell));
  }

  Labels run() {
    std::vector<Vertex> vertices(labels_.size());
    std::iota(vertices.begin(), vertices.end(), Vertex(0));
    split(vertices, 0, sizes_.count());
    return std::move(labels_);
  }

 private:
  void split(std::span<Vertex> vertices, std::int64_t first, std::int64_t last) {
    if (last - first == 1) {
      for (const Vertex v : vertices) labels_[v] = Part(first);
      return;
    }
    const std::int64_t middle = first + (last - first) / 2;
    const std::size_t near = sizes_.start(middle) - sizes_.start(first);
    std::size_t best_dim = 0;
    double least = -1;
    for (std::size_t dim = 0; dim < ndims_; ++dim) {
      sort_along(vertices, dim);
      const double cut = cut_at(vertices, near);
      if (least < 0 || cut < least) {
        least = cut;
        best_dim = dim;
      }
    }
    if (ndims_ > 0) sort_along(vertices, best_dim);
    split(vertices.first(near), first, middle);
    split(vertices.subspan(near), middle, last);
  }

  /// Sorts by the coordinate along `dim`, then by the others from the last to the first: if a cut goes through a plane
  /// of cells, it cuts this plane along a line.
  void sort_along(std::span<Vertex> vertices, std::size_t dim) {
    std::ranges::sort(vertices, [&](Vertex a, Vertex b) {
      const grid::Coords &x = coords_[a], &y = coords_[b];
      if (x[dim] != y[dim]) return x[dim] < y[dim];
      for (std::size_t i = ndims_; i-- > 0;)
        if (x[i] != y[i]) return x[i] < y[i];
      return false;
    });
  }

  double cut_at(std::span<const Vertex> vertices, std::size_t near) {
    ++mark_;
    for (const Vertex v : vertices.subspan(near)) side_[v] = mark_;
    double cut = 0;
    for (const Vertex v : vertices.first(near))
      for (const auto& edge : graph_.edges(v))
        if (side_[edge.to] == mark_) cut += edge.weight;
    return cut;
  }

  const CellGraph& graph_;
  const machine::Sizes& sizes_;
  base::IndexVector<Vertex, grid::Coords> coords_;
  Labels labels_;
  base::IndexVector<Vertex, std::int64_t> side_;  ///< the number of the last cut with this vertex on its far side
  std::int64_t mark_ = 0;
  std::size_t ndims_;
};

}  // namespace

Labels bisect(const grid::Grid& grid, const CellGraph& graph, const std::vector<grid::Cell>& cells,
              const machine::Sizes& sizes) {
  return Bisection(grid, graph, cells, sizes).run();
}

}  // namespace cartwright::mapping
