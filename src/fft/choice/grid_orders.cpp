// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/grid_orders.hpp"

#include "grid/all_dims.hpp"
#include "mapping/algorithm.hpp"
#include "mapping/level_blocks.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::fft::choice {

namespace {

grid::Coords coords(std::span<const std::int64_t> dims) {
  grid::Coords made;
  for (const std::int64_t dim : dims) made.push_back(dim);
  return made;
}

std::vector<std::int64_t> strides(std::span<const std::int64_t> dims) {
  std::vector<std::int64_t> made(dims.size(), 1);
  for (std::size_t i = dims.size(); i-- > 1;) made[i - 1] = made[i] * dims[i];
  return made;
}

/// Ranks that stay together: a line of lines of ... of ranks. Ranks along the first axis are next to each other.
struct Unit {
  std::vector<std::int64_t> ranks;
  std::ptrdiff_t level = 0;  ///< the innermost level with a domain that holds all of them; -1: the machine
};

/// Joins units into lines of `length` units. Units of the same domain are joined first, from the innermost level
/// outwards.
std::vector<Unit> joined(std::vector<Unit> units, std::int64_t length, const RankDomains& domains) {
  std::vector<Unit> lines;
  for (auto level = static_cast<std::ptrdiff_t>(domains.levels().size()) - 1; level >= -1; --level) {
    const auto domain = [&](const Unit& unit) {
      return level < 0 ? 0 : domains.levels()[level].domain[unit.ranks.front()];
    };
    std::vector<Unit> left;
    for (std::size_t first = 0; first < units.size();) {
      // Units that no domain of this level holds are left for an outer level, and so are units too few for a line.
      std::vector<std::size_t> here;
      std::size_t end = first;
      for (; end < units.size() && domain(units[end]) == domain(units[first]); ++end)
        if (units[end].level >= level) here.push_back(end);
      const std::size_t taken = here.size() - here.size() % length;
      std::vector<bool> used(end - first, false);
      for (std::size_t i = 0; i < taken; ++i) {
        if (i % length == 0) lines.push_back({{}, level});
        const std::vector<std::int64_t>& ranks = units[here[i]].ranks;
        lines.back().ranks.insert(lines.back().ranks.end(), ranks.begin(), ranks.end());
        used[here[i] - first] = true;
      }
      for (std::size_t i = first; i < end; ++i)
        if (!used[i - first]) left.push_back(std::move(units[i]));
      first = end;
    }
    units = std::move(left);
  }
  return lines;
}

/// How a level cuts the box of the level before: the cut that keeps most of all lines inside. Each dim of the cut
/// divides the dim of the remaining grid.
grid::Coords best_cut(std::int64_t parts, const grid::Coords& left) {
  grid::Coords best;
  double most = -1;
  for (const grid::Coords& cut : grid::all_dims(parts, grid::Coords(left.size(), 0), 100'000)) {
    double inside = 0;
    bool fits = true;
    for (std::size_t i = 0; i < left.size(); ++i) {
      fits = fits && left[i] % cut[i] == 0;
      inside += static_cast<double>(cut[i]) / static_cast<double>(left[i]);
    }
    if (!fits || inside <= most) continue;
    most = inside;
    best = cut;
  }
  return best;
}

}  // namespace

Cells row_major(std::span<const std::int64_t> dims) {
  Cells cells(grid::Grid(coords(dims)).size());
  std::iota(cells.begin(), cells.end(), 0);
  return cells;
}

Cells column_major(std::span<const std::int64_t> dims) {
  const std::vector<std::int64_t> stride = strides(dims);
  Cells cells(grid::Grid(coords(dims)).size());
  for (std::size_t rank = 0; rank < cells.size(); ++rank) {
    auto rest = static_cast<std::int64_t>(rank);
    for (std::size_t i = 0; i < dims.size(); ++i) {
      cells[rank] += rest % dims[i] * stride[i];
      rest /= dims[i];
    }
  }
  return cells;
}

Cells morton(std::span<const std::int64_t> dims) {
  const grid::Grid grid(coords(dims));
  const mapping::Problem problem(grid, grid::Stencil::nearest_neighbor(grid.ndims()),
                                 machine::Machine::nodes(machine::Sizes::equal(1, grid.size())));
  const mapping::Order order = mapping::run_algorithm(mapping::find_algorithm("morton"), problem).order;
  const std::span cells = base::numbers(order);
  return {cells.begin(), cells.end()};
}

Cells gathered_lines(std::span<const std::int64_t> dims, std::span<const std::size_t> axes,
                     const RankDomains& domains) {
  std::vector<std::int64_t> position(domains.slots().size());
  std::vector<Unit> units;
  for (std::size_t slot = 0; slot < domains.slots().size(); ++slot) {
    position[domains.slots()[slot]] = static_cast<std::int64_t>(slot);
    units.push_back({{domains.slots()[slot]}, static_cast<std::ptrdiff_t>(domains.levels().size()) - 1});
  }
  for (const std::size_t axis : axes) {
    units = joined(std::move(units), dims[axis], domains);
    std::ranges::sort(units, {}, [&](const Unit& unit) { return position[unit.ranks.front()]; });
  }
  const std::vector<std::int64_t> stride = strides(dims);
  const std::vector<std::int64_t>& ranks = units.front().ranks;
  Cells cells(ranks.size(), 0);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    for (const std::size_t axis : axes) {
      cells[ranks[i]] += rest % dims[axis] * stride[axis];
      rest /= dims[axis];
    }
  }
  return cells;
}

Cells level_boxes(std::span<const std::int64_t> dims, const RankDomains& domains) {
  constexpr std::size_t max_dims = 4;  // all shapes are tried
  if (dims.size() > max_dims) return {};
  // The number of domains, and at last of processes, in each domain of the level before.
  std::vector<std::int64_t> parts;
  std::int64_t before = 1;
  for (const RankDomains::Level& level : domains.levels()) {
    std::vector<std::int64_t> size(level.nodes.size(), 0);
    for (const std::int32_t domain : level.domain) ++size[domain];
    if (std::ranges::adjacent_find(size, std::not_equal_to{}) != size.end() || level.domains() % before != 0) return {};
    parts.push_back(level.domains() / before);
    before = level.domains();
  }
  parts.push_back(domains.size() / before);

  grid::Coords left = coords(dims);
  grid::LevelDims cuts;
  for (auto level = parts.rbegin(); level != parts.rend(); ++level) {
    cuts.insert(cuts.begin(), best_cut(*level, left));
    for (std::size_t i = 0; i < left.size(); ++i) left[i] /= cuts.front()[i];
  }
  const auto order = mapping::level_blocks(cuts);
  const grid::Grid grid(coords(dims));
  Cells cells(domains.slots().size());
  for (std::size_t slot = 0; slot < cells.size(); ++slot)
    cells[domains.slots()[slot]] = grid.cell(order->cell_of(machine::Slot(slot))).number();
  return cells;
}

}  // namespace cartwright::fft::choice
