// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/product_grid.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace cartwright::mapping {

namespace {

using Vertex32 = std::int32_t;
constexpr Vertex32 none = -1;
constexpr std::size_t most_neighbors = 2 * grid::max_dims;

class Recognizer {
 public:
  explicit Recognizer(const Graph& graph) : graph_(graph), neighbors_(graph.size()), steps_(graph.size()) {}

  std::optional<ProductGrid> run() {
    if (graph_.size() < 2 || !collect_neighbors() || !name_dimensions() || !walk() || !set_dims() || !has_all_edges())
      return {};
    return sorted();
  }

 private:
  /// Sorted; edges count in both directions.
  bool collect_neighbors() {
    for (Vertex32 v = 0; v < graph_.size(); ++v)
      for (const Graph::Target& target : graph_.edges(v)) {
        neighbors_[v].push_back(target.to);
        neighbors_[target.to].push_back(v);
        if (std::max(neighbors_[v].size(), neighbors_[target.to].size()) > 2 * most_neighbors) return false;
      }
    for (std::vector<Vertex32>& row : neighbors_) {
      std::ranges::sort(row);
      row.erase(std::ranges::unique(row).begin(), row.end());
      if (row.size() > most_neighbors) return false;
    }
    return true;
  }

  /// The other vertex that two neighbors of `v` have in common: the opposite corner of their square. None if there is
  /// not exactly one.
  Vertex32 opposite(Vertex32 v, Vertex32 a, Vertex32 b) const {
    std::array<Vertex32, most_neighbors> common{};
    const auto end = std::ranges::set_intersection(neighbors_[a], neighbors_[b], common.begin()).out;
    if (end - common.begin() != 2) return none;
    return common[0] == v ? common[1] : common[0];
  }

  /// The neighbor up (2 i + 1) and down (2 i) along every dimension i, or none.
  using Steps = std::vector<Vertex32>;

  /// Names the dimensions at vertex 0: neighbors without a square go along the same one.
  bool name_dimensions() {
    Steps& steps = steps_[0];
    for (const Vertex32 a : neighbors_[0]) {
      Vertex32* partner = nullptr;
      for (std::size_t i = 0; i < steps.size(); i += 2) {
        if (opposite(0, steps[i + 1], a) != none) continue;
        if (partner != nullptr || steps[i] != none) return false;
        partner = &steps[i];
      }
      if (partner != nullptr)
        *partner = a;
      else
        steps.insert(steps.end(), {none, a});
    }
    return !steps.empty() && steps.size() <= 2 * grid::max_dims;
  }

  /// Carries the names from each vertex to its neighbors, and counts their coordinates from vertex 0.
  bool walk() {
    const std::size_t width = steps_[0].size();
    coords_.assign(graph_.size(), grid::Coords());
    coords_[0] = grid::Coords(width / 2, 0);
    std::vector<Vertex32> reached{0};
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const Vertex32 v = reached[next];
      for (std::size_t step = 0; step < width; ++step) {
        const Vertex32 to = steps_[v][step];
        if (to == none || !steps_[to].empty()) continue;
        if (!name_steps(v, step, to)) return false;
        coords_[to] = coords_[v];
        coords_[to][step / 2] += step % 2 == 1 ? 1 : -1;
        reached.push_back(to);
      }
    }
    return reached.size() == neighbors_.size();
  }

  /// The names at `to`, which is one step from v: across squares they are those at v, the step back leads to v, and at
  /// most one neighbor is left, which goes on.
  bool name_steps(Vertex32 v, std::size_t step, Vertex32 to) {
    Steps& steps = steps_[to];
    steps.assign(steps_[v].size(), none);
    steps[step ^ 1U] = v;
    std::size_t named = 1;
    for (std::size_t side = 0; side < steps.size(); ++side) {
      if (side / 2 == step / 2 || steps_[v][side] == none) continue;
      steps[side] = opposite(v, to, steps_[v][side]);
      if (steps[side] == none) return false;
      ++named;
    }
    for (const Vertex32 on : neighbors_[to])
      if (std::ranges::find(steps, on) == steps.end()) steps[step] = on;
    return named + (steps[step] != none ? 1 : 0) == neighbors_[to].size();
  }

  /// Dims and periods from the coordinates, which then begin at 0. A dimension of 3 or more is periodic if both steps
  /// of vertex 0 exist wherever it stands; has_all_edges() tells whether that holds everywhere.
  bool set_dims() {
    const std::size_t ndims = coords_[0].size();
    grid::Coords least(ndims, 0), most(ndims, 0);
    for (const grid::Coords& at : coords_)
      for (std::size_t i = 0; i < ndims; ++i) {
        least[i] = std::min(least[i], at[i]);
        most[i] = std::max(most[i], at[i]);
      }
    std::int64_t size = 1;
    grid::Coords dims(ndims, 0);
    base::FixedVector<bool, grid::max_dims> periods;
    for (std::size_t i = 0; i < ndims; ++i) {
      dims[i] = most[i] - least[i] + 1;
      if (dims[i] > graph_.size() / size) return false;
      size *= dims[i];
      const auto end = std::ranges::find(coords_, most[i], [&](const grid::Coords& at) { return at[i]; });
      periods.push_back(dims[i] > 2 && steps_[end - coords_.begin()][2 * i + 1] != none);
    }
    if (size != graph_.size()) return false;
    grid_ = grid::Grid(dims, periods);
    std::vector<bool> taken(graph_.size());
    for (grid::Coords& at : coords_) {
      for (std::size_t i = 0; i < ndims; ++i) at[i] -= least[i];
      const auto cell = static_cast<std::size_t>(grid_.cell(at).number());
      if (taken[cell]) return false;
      taken[cell] = true;
    }
    return true;
  }

  /// Whether every vertex has all neighbors of its cell and no others.
  bool has_all_edges() const {
    std::vector<Vertex32> vertex_of(graph_.size());
    for (Vertex32 v = 0; v < graph_.size(); ++v) vertex_of[grid_.cell(coords_[v]).number()] = v;
    const grid::Stencil nearest = grid::Stencil::nearest_neighbor(grid_.ndims());
    for (Vertex32 v = 0; v < graph_.size(); ++v) {
      std::size_t found = 0;
      for (const grid::Offset& offset : nearest.offsets()) {
        const grid::Cell to = grid_.neighbor(coords_[v], offset.delta);
        if (to == grid::no_cell) continue;
        if (!std::ranges::binary_search(neighbors_[v], vertex_of[to.number()])) return false;
        ++found;
      }
      if (found != neighbors_[v].size()) return false;
    }
    return true;
  }

  /// The mean weights, with the dims in descending order.
  ProductGrid sorted() const {
    const std::size_t ndims = grid_.ndims();
    std::vector<std::size_t> axes(ndims);
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::ranges::stable_sort(axes, std::greater{}, [&](std::size_t axis) { return grid_.dim(axis); });
    const auto turned = [&](const grid::Coords& coords) {
      grid::Coords made(ndims, 0);
      for (std::size_t i = 0; i < ndims; ++i) made[i] = coords[axes[i]];
      return made;
    };
    base::FixedVector<bool, grid::max_dims> periods;
    for (const std::size_t axis : axes) periods.push_back(grid_.periodic(axis));
    ProductGrid made{grid::Grid(turned(grid_.dims()), periods), {}, {}};
    for (const grid::Coords& at : coords_) made.cell_of.push_back(made.grid.cell(turned(at)));
    std::vector<grid::Offset> offsets;
    const grid::Stencil nearest = grid::Stencil::nearest_neighbor(ndims);
    for (grid::Offset offset : nearest.offsets()) {
      offset.weight = 0;
      double places = 0;
      for (Vertex32 v = 0; v < graph_.size(); ++v) {
        const grid::Cell to = made.grid.neighbor(made.grid.coords(made.cell_of[v]), offset.delta);
        places += to == grid::no_cell ? 0 : 1;
        for (const Graph::Target& target : graph_.edges(v))
          if (made.cell_of[target.to] == to) offset.weight += static_cast<double>(target.weight);
      }
      if (offset.weight == 0) continue;
      offset.weight /= places;
      offsets.push_back(offset);
    }
    made.stencil = grid::Stencil(ndims, std::move(offsets));
    return made;
  }

  const Graph& graph_;
  std::vector<std::vector<Vertex32>> neighbors_;
  std::vector<Steps> steps_;
  std::vector<grid::Coords> coords_;
  grid::Grid grid_;
};

}  // namespace

std::optional<ProductGrid> product_grid(const Graph& graph) { return Recognizer(graph).run(); }

}  // namespace cartwright::mapping
