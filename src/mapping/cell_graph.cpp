// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/cell_graph.hpp"

#include <limits>
#include <numeric>
#include <unordered_map>

namespace cartwright {

namespace {

/// The stencil with every offset joined by its opposite: the neighbours a cell talks to either way.
std::vector<Offset> both_ways(const Stencil& stencil) {
  std::vector<Offset> offsets = stencil.offsets();
  for (Offset opposite : stencil.offsets()) {
    for (auto& x : opposite.delta) x = -x;
    offsets.push_back(opposite);
  }
  return merged(std::move(offsets));
}

std::vector<std::int64_t> all_cells(const Grid& grid) {
  std::vector<std::int64_t> cells(static_cast<std::size_t>(grid.size()));
  std::iota(cells.begin(), cells.end(), 0);
  return cells;
}

}  // namespace

CellGraph::CellGraph(const Grid& grid, const Stencil& stencil) : CellGraph(grid, stencil, all_cells(grid)) {}

CellGraph::CellGraph(const Grid& grid, const Stencil& stencil, const std::vector<std::int64_t>& cells) {
  if (cells.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    fail(Status::unsupported, "{} processes are too many to refine: at most 2^31 - 2", cells.size());
  const bool whole = static_cast<std::int64_t>(cells.size()) == grid.size();
  std::unordered_map<std::int64_t, std::int32_t> vertex_of;
  if (!whole)
    for (std::size_t v = 0; v < cells.size(); ++v) vertex_of.emplace(cells[v], static_cast<std::int32_t>(v));
  const std::vector<Offset> offsets = both_ways(stencil);
  starts_.reserve(cells.size() + 1);
  starts_.push_back(0);
  for (const std::int64_t cell : cells) {
    const Coords coords = grid.coords(cell);
    for (const Offset& offset : offsets) {
      const std::int64_t there = grid.neighbor(coords, offset.delta);
      if (there < 0 || there == cell || offset.weight == 0) continue;
      if (whole) {
        edges_.push_back({static_cast<std::int32_t>(there), static_cast<float>(offset.weight)});
      } else if (const auto found = vertex_of.find(there); found != vertex_of.end()) {
        edges_.push_back({found->second, static_cast<float>(offset.weight)});
      }
    }
    starts_.push_back(edges_.size());
  }
}

double CellGraph::mean_weight() const {
  double sum = 0;
  for (const Edge& edge : edges_) sum += edge.weight;
  return edges_.empty() ? 0 : sum / static_cast<double>(edges_.size());
}

}  // namespace cartwright
