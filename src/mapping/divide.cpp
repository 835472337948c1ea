// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/divide.hpp"

#include "mapping/oblique.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cartwright::mapping {

namespace {

/// The smallest box around some cells.
struct Hull {
  grid::Coords low, extent;
  bool is_box = false;  ///< whether the cells fill it
};

Hull hull_of(const grid::Grid& grid, const std::vector<grid::Cell>& cells) {
  Hull hull{grid.dims(), grid::Coords(grid.ndims(), 0), false};
  for (const grid::Cell cell : cells) {
    const grid::Coords coords = grid.coords(cell);
    for (std::size_t i = 0; i < grid.ndims(); ++i) {
      hull.low[i] = std::min(hull.low[i], coords[i]);
      hull.extent[i] = std::max(hull.extent[i], coords[i] + 1);
    }
  }
  std::int64_t volume = 1;
  for (std::size_t i = 0; i < grid.ndims(); ++i) volume *= hull.extent[i] -= hull.low[i];
  hull.is_box = volume == static_cast<std::int64_t>(cells.size());
  return hull;
}

/// The guillotine partition of a box of the grid. The box is periodic in a dimension that it spans if the grid is.
Labels guillotine_labels(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<grid::Cell>& cells,
                         const Hull& hull, const machine::Sizes& sizes, const GuillotineEffort& effort) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < grid.ndims(); ++i) periods.push_back(grid.periodic(i) && hull.extent[i] == grid.dim(i));
  const grid::Grid box(hull.extent, periods);
  base::IndexVector<grid::Cell, Part> part_of(cells.size());  // by the cell of the box
  const auto parts = guillotine_parts(box, stencil, sizes, effort);
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (const grid::Cell cell : parts[part]) part_of[cell] = Part(part);
  Labels labels;
  labels.reserve(cells.size());
  for (const grid::Cell cell : cells) {
    grid::Coords inside = grid.coords(cell);
    for (std::size_t i = 0; i < grid.ndims(); ++i) inside[i] -= hull.low[i];
    labels.push_back(part_of[box.cell(inside)]);
  }
  return labels;
}

}  // namespace

Labels construct(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<grid::Cell>& cells,
                 const machine::Sizes& sizes, const DivideEffort& effort) {
  if (sizes.count() == 1) return Labels(cells.size(), Part(0));
  const Hull hull = hull_of(grid, cells);
  const bool by_guillotine = hull.is_box && static_cast<std::int64_t>(cells.size()) <= effort.max_guillotine_cells;
  const std::vector<grid::Coords> directions =
      effort.oblique ? oblique_directions(stencil) : std::vector<grid::Coords>();
  std::vector<Labels> found;
  if (by_guillotine) found.push_back(guillotine_labels(grid, stencil, cells, hull, sizes, effort.guillotine));
  if (by_guillotine && directions.empty()) return std::move(found.front());
  const CellGraph graph(grid, stencil, cells);
  found.push_back(bisect(grid, graph, cells, sizes, directions));
  if (!directions.empty()) found.push_back(walk(graph, sizes));
  return std::move(*std::ranges::min_element(found, {}, [&](const Labels& labels) { return cut_of(graph, labels); }));
}

RefineOptions refinement(const DivideEffort& effort, const CellGraph& graph) {
  RefineOptions options = effort.refine;
  const double cells = graph.size();
  const double edges = std::max(cells, static_cast<double>(graph.edges()));
  const double moves = std::min(effort.moves_per_cell * cells, effort.max_visits * cells / edges);
  options.moves = std::min(effort.max_moves, static_cast<std::int64_t>(moves));
  return options;
}

Labels divide(const grid::Grid& grid, const grid::Stencil& stencil, const std::vector<grid::Cell>& cells,
              const machine::Sizes& sizes, const DivideEffort& effort) {
  const CellGraph graph(grid, stencil, cells);
  return refine(graph, construct(grid, stencil, cells, sizes, effort), static_cast<std::int32_t>(sizes.count()),
                refinement(effort, graph));
}

machine::Sizes sizes_within(const machine::Sizes& inner, std::int64_t first, std::int64_t last) {
  machine::Sizes within;
  for (std::int64_t slot = first; slot < last;) {
    const std::int64_t size = inner[inner.part_of(slot)];
    within.append(size);
    slot += size;
  }
  return within;
}

namespace {

class Levels {
 public:
  Levels(const Problem& problem, const DivideEffort& effort) : problem_(problem), effort_(effort) {
    effort_.refine.budget_seconds = 0;  // inner levels are small, and their result must not depend on the clock
    effort_.refine.bound = 0;
    effort_.refine.progress = nullptr;
  }

  Order run(const Labels& labels) {
    std::vector<grid::Cell> cells(labels.size());
    std::iota(cells.begin(), cells.end(), grid::Cell(0));
    place(cells, labels, 0, 0);
    return Order(std::move(cells));
  }

 private:
  /// Sorts `cells`, which fill the slots from `first` on, by their domains of `level` in `labels`, and then each domain
  /// by the levels inside it.
  void place(std::span<grid::Cell> cells, const Labels& labels, std::size_t level, std::int64_t first) {
    const machine::Sizes& sizes = problem_.machine().levels()[level].sizes;
    const std::int64_t first_part = sizes.part_of(first);
    const std::int64_t parts = sizes.part_of(first + static_cast<std::int64_t>(cells.size()) - 1) + 1 - first_part;
    base::IndexVector<Part, std::vector<grid::Cell>> members(parts);
    for (const Vertex v : labels.ids()) members[labels[v]].push_back(cells[v.index()]);
    auto out = cells.begin();
    for (std::vector<grid::Cell>& part : members) {
      const std::int64_t start = first + (out - cells.begin());
      std::ranges::copy(part, out);
      const std::span<grid::Cell> placed(out, part.size());
      out += static_cast<std::ptrdiff_t>(part.size());
      if (level + 1 < problem_.machine().levels().size())
        place(placed, divided(part, level + 1, start), level + 1, start);
    }
  }

  /// The division of some cells at a level. Cells of a shape that occurred before get the same division again.
  const Labels& divided(const std::vector<grid::Cell>& cells, std::size_t level, std::int64_t first) {
    const grid::Grid& grid = problem_.grid();
    const machine::Sizes sizes =
        sizes_within(problem_.machine().levels()[level].sizes, first, first + static_cast<std::int64_t>(cells.size()));
    std::vector<std::int64_t> key{static_cast<std::int64_t>(level)};
    for (const machine::Sizes::Run& run : sizes.runs()) key.insert(key.end(), {run.size, run.last_part});
    const Hull hull = hull_of(grid, cells);
    for (const grid::Cell cell : cells) key.push_back(cell.number() - grid.cell(hull.low).number());
    const auto [entry, fresh] = memory_.try_emplace(std::move(key));
    if (fresh) {
      DivideEffort effort = effort_;  // all domains of a level together have that of the outermost level
      effort.max_visits *= static_cast<double>(cells.size()) / static_cast<double>(problem_.size());
      entry->second = divide(grid, problem_.stencil(), cells, sizes, effort);
    }
    return entry->second;
  }

  const Problem& problem_;
  DivideEffort effort_;
  std::map<std::vector<std::int64_t>, Labels> memory_;
};

}  // namespace

Order order_by_levels(const Problem& problem, const Labels& labels, const DivideEffort& effort) {
  return Levels(problem, effort).run(labels);
}

}  // namespace cartwright::mapping
