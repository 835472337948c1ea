// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/graph_bound.hpp"

#include "base/error.hpp"
#include "bound/lower_bound.hpp"
#include "cost/graph_cut.hpp"
#include "grid/all_dims.hpp"
#include "grid/places.hpp"
#include "mapping/product_grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cartwright::choose {

namespace {

constexpr std::size_t most_dims = 4;
constexpr std::size_t most_offsets = 128;
constexpr std::size_t most_layers = 3;
constexpr std::size_t most_bounded = 6;           ///< grids of which a bound is computed
constexpr std::int64_t most_visited = 4'000'000;  ///< edges, to compare all grids by

/// What all vertices send along some offsets of a grid.
struct Layer {
  grid::Grid grid;
  grid::Stencil stencil;
  double weight = 0;  ///< of all its edges
};

/// Whether cell 0 has a neighbor across the end of a dimension, which is periodic then.
base::FixedVector<bool, grid::max_dims> periods_seen(const mapping::Graph& graph, const grid::Grid& grid) {
  base::FixedVector<bool, grid::max_dims> periods(grid.ndims(), false);
  for (const mapping::Graph::Target& target : graph.edges(0)) {
    const grid::Coords to = grid.coords(grid::Cell(target.to));
    for (std::size_t i = 0; i < grid.ndims(); ++i)
      if (grid.dim(i) > 2 && 2 * to[i] > grid.dim(i)) periods[i] = true;
  }
  return periods;
}

/// The shortest way between two cells.
grid::Coords way(const grid::Grid& grid, const grid::Coords& from, const grid::Coords& to) {
  grid::Coords delta = to;
  for (std::size_t i = 0; i < delta.size(); ++i) {
    delta[i] -= from[i];
    if (!grid.periodic(i)) continue;
    if (2 * delta[i] > grid.dim(i)) delta[i] -= grid.dim(i);
    if (2 * delta[i] <= -grid.dim(i)) delta[i] += grid.dim(i);
  }
  return delta;
}

/// A number for each way.
std::int64_t number_of(const grid::Grid& grid, const grid::Coords& delta) {
  std::int64_t number = 0;
  for (std::size_t i = 0; i < grid.ndims(); ++i) number = number * 2 * grid.dim(i) + delta[i];
  return number;
}

/// Whether three cells on the way through the grid have an edge along an offset.
bool is_on_the_way(const mapping::Graph& graph, const grid::Grid& grid, const grid::Coords& delta) {
  for (const std::int64_t quarters : {1, 2, 3}) {
    grid::Coords from(grid.ndims(), 0);
    for (std::size_t i = 0; i < grid.ndims(); ++i) {
      const std::int64_t starts = grid.dim(i) - (grid.periodic(i) ? 0 : std::abs(delta[i]));
      from[i] = starts * quarters / 4 + (grid.periodic(i) ? 0 : std::max<std::int64_t>(-delta[i], 0));
    }
    const auto to = static_cast<std::int32_t>(grid.neighbor(from, delta).number());
    const auto edges = graph.edges(static_cast<std::int32_t>(grid.cell(from).number()));
    if (!std::ranges::binary_search(edges, to, {}, &mapping::Graph::Target::to)) return false;
  }
  return true;
}

/// Whether an offset may be complete: it begins in a corner, and cells on the way have it, too. This rules out most
/// grids after few edges.
bool may_have_layer(const mapping::Graph& graph, const grid::Grid& grid) {
  for (std::uint32_t corner = 0; corner < std::uint32_t{1} << grid.ndims(); ++corner) {
    grid::Coords from(grid.ndims(), 0);
    for (std::size_t i = 0; i < grid.ndims(); ++i) from[i] = (corner >> i & 1U) != 0 ? grid.dim(i) - 1 : 0;
    for (const mapping::Graph::Target& target : graph.edges(static_cast<std::int32_t>(grid.cell(from).number())))
      if (is_on_the_way(graph, grid, way(grid, from, grid.coords(grid::Cell(target.to))))) return true;
  }
  return false;
}

/// Nothing if no offset is complete, or too many occur.
std::optional<Layer> layer_on(const mapping::Graph& graph, const grid::Coords& dims) {
  const grid::Grid grid(dims, periods_seen(graph, grid::Grid(dims)));
  if (!may_have_layer(graph, grid)) return {};
  struct Seen {
    grid::Coords delta;
    std::int64_t edges = 0;
    std::int64_t least = 0;
  };
  std::unordered_map<std::int64_t, Seen> offsets;
  for (std::int32_t v = 0; v < graph.size(); ++v) {
    const grid::Coords from = grid.coords(grid::Cell(v));
    for (const mapping::Graph::Target& target : graph.edges(v)) {
      const grid::Coords delta = way(grid, from, grid.coords(grid::Cell(target.to)));
      Seen& seen = offsets.try_emplace(number_of(grid, delta), Seen{delta, 0, target.weight}).first->second;
      seen.least = std::min(seen.least, target.weight);
      ++seen.edges;
    }
    if (offsets.size() > 8 * most_offsets) return {};
  }
  Layer layer{grid, {}, 0};
  std::vector<grid::Offset> complete;
  for (const auto& [number, seen] : offsets) {
    if (seen.edges == grid::places(grid, seen.delta)) complete.push_back({seen.delta, static_cast<double>(seen.least)});
  }
  if (complete.empty()) return {};
  std::ranges::sort(complete, {}, [&](const grid::Offset& offset) {
    return std::pair(-offset.weight, number_of(grid, offset.delta));
  });
  complete.resize(std::min(complete.size(), most_offsets));
  for (const grid::Offset& offset : complete)
    layer.weight += offset.weight * static_cast<double>(grid::places(grid, offset.delta));
  layer.stencil = grid::Stencil(dims.size(), std::move(complete));
  return layer;
}

/// The least weight between any two vertices. Its cut is the same in every division.
std::int64_t between_all(const mapping::Graph& graph) {
  if (graph.edge_count() < std::int64_t{graph.size()} * (graph.size() - 1)) return 0;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& target : graph.edges(v)) least = std::min(least, target.weight);
  return least;
}

/// The graph with less weight on every edge.
mapping::Graph reduced(const mapping::Graph& graph, std::int64_t weight) {
  std::vector<mapping::GraphEdge> left;
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& target : graph.edges(v)) left.push_back({v, target.to, target.weight - weight});
  return {graph.size(), left};
}

/// Pairs of vertices in different parts.
double separated(const machine::Sizes& sizes) {
  double pairs = 0;
  std::int64_t before = 0;
  for (const machine::Sizes::Run& run : sizes.runs()) {
    const std::int64_t parts = run.last_part - std::exchange(before, run.last_part);
    pairs += static_cast<double>(parts) * static_cast<double>(run.size) * static_cast<double>(sizes.total() - run.size);
  }
  return pairs;
}

/// The graph without a layer.
mapping::Graph without(const mapping::Graph& graph, const Layer& layer) {
  std::unordered_map<std::int64_t, std::int64_t> weights;
  for (const grid::Offset& offset : layer.stencil.offsets())
    weights[number_of(layer.grid, offset.delta)] = static_cast<std::int64_t>(offset.weight);
  std::vector<mapping::GraphEdge> left;
  for (std::int32_t v = 0; v < graph.size(); ++v) {
    const grid::Coords from = layer.grid.coords(grid::Cell(v));
    for (const mapping::Graph::Target& target : graph.edges(v)) {
      const grid::Coords delta = way(layer.grid, from, layer.grid.coords(grid::Cell(target.to)));
      const auto found = weights.find(number_of(layer.grid, delta));
      left.push_back({v, target.to, target.weight - (found == weights.end() ? 0 : found->second)});
    }
  }
  return {graph.size(), left};
}

/// All dims of the vertices, if comparing them takes little work.
std::vector<grid::Coords> dims_of(const mapping::Graph& graph) {
  const std::int64_t size = graph.size();
  const auto limit = static_cast<std::size_t>(most_visited / (graph.edge_count() + size));
  std::vector<grid::Coords> all;
  const auto add = [&](std::size_t ndims) {
    for (const grid::Coords& dims : grid::all_dims(size, grid::Coords(ndims, 0), limit - all.size()))
      if (ndims == 1 || std::ranges::count(dims, 1) == 0) all.push_back(dims);
  };
  try {
    for (std::size_t ndims = 1; ndims <= most_dims; ++ndims) add(ndims);
  } catch (const base::Error&) {
    // There are too many with so many dims.
  }
  // Programs that exchange with ranks of another bit, as recursive doubling does.
  grid::Coords bits;
  for (std::int64_t left = size; left % 2 == 0 && bits.size() < grid::max_dims; left /= 2) bits.push_back(2);
  if (bits.size() > most_dims && std::int64_t{1} << bits.size() == size) all.push_back(bits);
  return all;
}

struct Bounded {
  Layer layer;
  double bound = 0;
};

/// The layer with the largest bound. Of those with nearly the most weight, the ones with few offsets come first: a
/// dimension that is split in two adds offsets and little weight.
std::optional<Bounded> best_layer(const mapping::Graph& graph, const std::vector<grid::Coords>& dims,
                                  const machine::Sizes& sizes) {
  std::vector<Layer> layers;
  for (const grid::Coords& each : dims)
    if (std::optional<Layer> layer = layer_on(graph, each)) layers.push_back(std::move(*layer));
  double most = 0;
  for (const Layer& layer : layers) most = std::max(most, layer.weight);
  std::ranges::stable_sort(layers, {}, [&](const Layer& layer) {
    const bool much = layer.weight > 0.9 * most;
    return std::tuple(!much, much ? layer.stencil.size() : 0, -layer.weight);
  });
  layers.resize(std::min(layers.size(), most_bounded));
  std::optional<Bounded> best;
  for (Layer& layer : layers) {
    const double bound = bound::lower_bound(layer.grid, layer.stencil, sizes);
    if (bound > (best ? best->bound : 0)) best = {std::move(layer), bound};
  }
  return best;
}

mapping::Graph renumbered(const mapping::Graph& graph, const std::vector<grid::Cell>& cell_of) {
  std::vector<mapping::GraphEdge> edges;
  const auto number = [&](std::int32_t v) { return static_cast<std::int32_t>(cell_of[v].number()); };
  for (std::int32_t v = 0; v < graph.size(); ++v)
    for (const mapping::Graph::Target& target : graph.edges(v))
      edges.push_back({number(v), number(target.to), target.weight});
  return {graph.size(), edges};
}

}  // namespace

GraphBound graph_bound(const mapping::Graph& graph, const machine::Sizes& sizes) {
  GraphBound best{cost::degree_bound(graph, sizes)};
  if (graph.edge_count() == 0 || sizes.count() < 2) return best;
  const std::optional<mapping::ProductGrid> product = mapping::product_grid(graph);
  const std::vector<grid::Coords> dims = product ? std::vector{product->grid.dims()} : dims_of(graph);
  mapping::Graph left = product ? renumbered(graph, product->cell_of) : graph;
  const std::int64_t everywhere = between_all(left);
  if (everywhere > 0) left = reduced(left, everywhere);
  double of_layers = static_cast<double>(everywhere) * separated(sizes);
  const auto take = [&](std::string_view source) {
    if (const double sum = of_layers + cost::degree_bound(left, sizes); sum > best.cut) best = {sum, source};
  };
  take("degrees");
  for (std::size_t i = 0; i < most_layers; ++i) {
    const std::optional<Bounded> found = best_layer(left, dims, sizes);
    if (!found) break;
    of_layers += found->bound;
    left = without(left, found->layer);
    take("stencil");
  }
  return best;
}

}  // namespace cartwright::choose
