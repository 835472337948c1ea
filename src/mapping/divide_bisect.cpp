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
            const machine::Sizes& sizes, std::span<const grid::Coords> directions)
      : graph_(graph), sizes_(sizes), labels_(cells.size(), Part(0)), side_(cells.size(), 0) {
    keys_.resize(grid.ndims() + directions.size());
    for (const grid::Cell cell : cells) {
      const grid::Coords coords = grid.coords(cell);
      for (std::size_t i = 0; i < grid.ndims(); ++i) keys_[i].push_back(coords[i]);
      for (std::size_t i = 0; i < directions.size(); ++i)
        keys_[grid.ndims() + i].push_back(
            std::inner_product(coords.begin(), coords.end(), directions[i].begin(), std::int64_t{0}));
    }
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
    std::size_t best = 0;
    double least = -1;
    for (std::size_t key = 0; key < keys_.size(); ++key) {
      sort_by(vertices, key);
      const double cut = cut_at(vertices, near);
      if (least < 0 || cut < least) {
        least = cut;
        best = key;
      }
    }
    if (!keys_.empty()) sort_by(vertices, best);
    split(vertices.first(near), first, middle);
    split(vertices.subspan(near), middle, last);
  }

  /// Sorts by a key, then by the others from the last to the first: if a cut goes through a plane of cells, it cuts
  /// this plane along a line.
  void sort_by(std::span<Vertex> vertices, std::size_t key) {
    std::ranges::sort(vertices, [&](Vertex a, Vertex b) {
      if (keys_[key][a] != keys_[key][b]) return keys_[key][a] < keys_[key][b];
      for (std::size_t i = keys_.size(); i-- > 0;)
        if (keys_[i][a] != keys_[i][b]) return keys_[i][a] < keys_[i][b];
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
  std::vector<base::IndexVector<Vertex, std::int64_t>> keys_;  ///< coordinates, then positions along directions
  Labels labels_;
  base::IndexVector<Vertex, std::int64_t> side_;  ///< the number of the last cut with this vertex on its far side
  std::int64_t mark_ = 0;
};

}  // namespace

Labels bisect(const grid::Grid& grid, const CellGraph& graph, const std::vector<grid::Cell>& cells,
              const machine::Sizes& sizes, std::span<const grid::Coords> directions) {
  return Bisection(grid, graph, cells, sizes, directions).run();
}

}  // namespace cartwright::mapping
