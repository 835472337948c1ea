// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/id.hpp"
#include "grid/stencil.hpp"
#include "mapping/graph.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace cartwright::mapping {

/// The number of a vertex within a CellGraph.
using Vertex = base::Id<struct VertexKind>;

/// The communication between some cells of a grid, or some vertices of a graph: undirected, the weights of both
/// directions added. Vertices are numbered as in the list of cells. Edges that leave the list are left out.
class CellGraph {
 public:
  struct Edge {
    Vertex to;
    float weight;
  };

  /// Throws Error when there are 2^31 cells or more.
  CellGraph(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<grid::Cell>& cells);
  /// All cells of the grid, in row-major order.
  CellGraph(const grid::Grid& grid, const grid::Stencil& stencil);
  /// All vertices of a graph.
  explicit CellGraph(const Graph& graph);
  /// Some vertices of another CellGraph.
  CellGraph(const CellGraph& whole, std::span<const Vertex> vertices);
  /// The edges of all vertices, one after the other: those of vertex v begin at starts[v] and end at starts[v + 1].
  CellGraph(std::vector<std::size_t> starts, std::vector<Edge> edges)
      : starts_(std::move(starts)), edges_(std::move(edges)) {}

  std::int32_t size() const { return static_cast<std::int32_t>(starts_.size()) - 1; }
  std::size_t edges() const { return edges_.size(); }
  auto vertices() const { return base::ids<Vertex>(size()); }
  std::span<const Edge> edges(Vertex vertex) const {
    const std::size_t v = vertex.index();
    return {edges_.data() + starts_[v], edges_.data() + starts_[v + 1]};
  }
  /// Mean weight of an edge, the unit of temperatures. 0 without edges.
  double mean_weight() const;

 private:
  std::vector<std::size_t> starts_;
  std::vector<Edge> edges_;
};

}  // namespace cartwright::mapping
