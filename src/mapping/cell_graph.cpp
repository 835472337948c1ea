// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/cell_graph.hpp"

#include <limits>
#include <numeric>
#include <unordered_map>

namespace cartwright::mapping {

namespace {

/// The offsets of the stencil and their opposites: all neighbors that a cell sends to or receives from.
std::vector<grid::Offset> both_ways(const grid::Stencil& stencil) {
  std::vector<grid::Offset> offsets = stencil.offsets();
  for (grid::Offset opposite : stencil.offsets()) {
    for (auto& x : opposite.delta) x = -x;
    offsets.push_back(opposite);
  }
  return grid::merged(std::move(offsets));
}

std::vector<grid::Cell> all_cells(const grid::Grid& grid) {
  std::vector<grid::Cell> cells(grid.size());
  std::iota(cells.begin(), cells.end(), grid::Cell(0));
  return cells;
}

}  // namespace

CellGraph::CellGraph(const grid::Grid& grid, const grid::Stencil& stencil)
    : CellGraph(grid, stencil, all_cells(grid)) {}

CellGraph::CellGraph(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<grid::Cell>& cells) {
  if (cells.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    base::fail(base::Status::unsupported, "{} processes are too many to refine: at most 2^31 - 2", cells.size());
  const bool whole = static_cast<std::int64_t>(cells.size()) == grid.size();
  std::unordered_map<grid::Cell, Vertex> vertex_of;
  if (!whole)
    for (const grid::Cell cell : cells) vertex_of.emplace(cell, Vertex(vertex_of.size()));
  const std::vector<grid::Offset> offsets = both_ways(stencil);
  starts_.reserve(cells.size() + 1);
  starts_.push_back(0);
  for (const grid::Cell cell : cells) {
    const grid::Coords coords = grid.coords(cell);
    for (const grid::Offset& offset : offsets) {
      const grid::Cell there = grid.neighbor(coords, offset.delta);
      if (there == grid::no_cell || there == cell || offset.weight == 0) continue;
      if (whole) {
        edges_.push_back({Vertex(there.number()), static_cast<float>(offset.weight)});
      } else if (const auto found = vertex_of.find(there); found != vertex_of.end()) {
        edges_.push_back({found->second, static_cast<float>(offset.weight)});
      }
    }
    starts_.push_back(edges_.size());
  }
}

CellGraph::CellGraph(const Graph& graph) {
  // The edges to each vertex. They are sorted by their sources, because the loop visits vertices in order.
  const std::size_t size = graph.size();
  std::vector<std::size_t> next(size + 1, 0);
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const Graph::Target& target : graph.edges(v)) ++next[target.to + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Graph::Target> sources(next.back());
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const Graph::Target& target : graph.edges(v)) sources[next[target.to]++] = {v, target.weight};

  starts_.reserve(size + 1);
  starts_.push_back(0);
  auto in = sources.cbegin();
  for (std::int32_t v = 0; v < graph.size(); ++v) {
    const auto last = sources.cbegin() + static_cast<std::ptrdiff_t>(next[v]);
    const std::span<const Graph::Target> outgoing = graph.edges(v);
    for (auto out = outgoing.begin(); out != outgoing.end() || in != last;) {
      const std::int32_t to = in == last || (out != outgoing.end() && out->to < in->to) ? out->to : in->to;
      std::int64_t weight = 0;
      if (out != outgoing.end() && out->to == to) weight += (out++)->weight;
      if (in != last && in->to == to) weight += (in++)->weight;
      edges_.push_back({Vertex(to), static_cast<float>(weight)});
    }
    starts_.push_back(edges_.size());
  }
}

CellGraph::CellGraph(const CellGraph& whole, std::span<const Vertex> vertices) {
  std::unordered_map<Vertex, Vertex> number;
  for (const Vertex v : vertices) number.emplace(v, Vertex(number.size()));
  starts_.reserve(vertices.size() + 1);
  starts_.push_back(0);
  for (const Vertex v : vertices) {
    for (const Edge& edge : whole.edges(v))
      if (const auto found = number.find(edge.to); found != number.end())
        edges_.push_back({found->second, edge.weight});
    starts_.push_back(edges_.size());
  }
}

double CellGraph::mean_weight() const {
  double sum = 0;
  for (const Edge& edge : edges_) sum += edge.weight;
  return edges_.empty() ? 0 : sum / static_cast<double>(edges_.size());
}

}  // namespace cartwright::mapping
