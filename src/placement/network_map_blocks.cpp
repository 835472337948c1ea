// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The mappings compared in [PERCS, 5 and 6, table 5]. The text does not specify the shapes and the order of the blocks.
// Here the first dimension runs fastest, as in table 5, and the block of a level is the multiple of the block one level
// further in that has the least surface.
#include "base/error.hpp"
#include "base/random.hpp"
#include "placement/network_map.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace cartwright::placement {

namespace {

/// The size of every domain of one level; they must be equal.
std::int64_t equal_size(const machine::Level& level) {
  if (!level.sizes.uniform())
    base::fail(base::Status::unsupported, "blocks need {}s of equal sizes, but they hold from {} to {} processes",
               level.name, level.sizes.smallest(), level.sizes.largest());
  return level.sizes.largest();
}

/// Processes per node, drawer, supernode: the innermost, the next and the outermost level.
struct LevelSizes {
  std::int64_t node, drawer, supernode;
  explicit LevelSizes(const NetworkProblem& problem) {
    const machine::Machine machine = machine_of(problem);
    const std::vector<machine::Level>& levels = machine.levels();
    if (levels.size() < 3)
      base::fail(base::Status::unsupported,
                 "block mappings need two levels above the nodes (drawers, supernodes): {} has {}",
                 problem.network->kind(), levels.size() - 1);
    node = equal_size(levels.back());
    drawer = equal_size(levels[levels.size() - 2]);
    supernode = equal_size(levels.front());
  }
};

/// Sum over the dimensions of the faces of a block, its volume taken as 1.
double surface(const grid::Coords& block) {
  double sum = 0;
  for (const std::int64_t length : block) sum += 1 / static_cast<double>(length);
  return sum;
}

/// The multiple of `inner` with `times` as many processes that divides the grid and has the least surface; of several,
/// the lexicographically largest.
grid::Coords best_block(const grid::Grid& grid, const grid::Coords& inner, std::int64_t times) {
  grid::Coords best;
  grid::Coords block = inner;
  const auto search = [&](const auto& self, std::size_t dim, std::int64_t left) -> void {
    if (dim == grid.ndims()) {
      if (left != 1) return;
      const double difference = best.empty() ? -1 : surface(block) - surface(best);
      if (difference < -1e-12 ||
          (difference < 1e-12 && std::lexicographical_compare(best.begin(), best.end(), block.begin(), block.end())))
        best = block;
      return;
    }
    for (std::int64_t factor = 1; factor <= left; ++factor) {
      if (left % factor != 0 || grid.dim(dim) % (inner[dim] * factor) != 0) continue;
      block[dim] = inner[dim] * factor;
      self(self, dim + 1, left / factor);
    }
    block[dim] = inner[dim];
  };
  search(search, 0, times);
  if (best.empty())
    base::fail(base::Status::unsupported, "no block of {} times {} divides the grid {}", times, grid::to_string(inner),
               grid::to_string(grid.dims()));
  return best;
}

/// The position of a cell in the order that fills the grid with the outermost boxes, each of these with the next, ...,
/// the first dimension fastest.
std::int64_t position(const grid::Grid& grid, const std::vector<grid::Coords>& boxes, const grid::Coords& cell) {
  std::int64_t place = 0;
  grid::Coords within = cell;
  grid::Coords outer = grid.dims();
  for (const grid::Coords& box : boxes) {
    std::int64_t index = 0;
    std::int64_t volume = 1;
    for (std::size_t dim = grid.ndims(); dim-- > 0;) {
      index = index * (outer[dim] / box[dim]) + within[dim] / box[dim];
      within[dim] %= box[dim];
      volume *= box[dim];
    }
    place += index * volume;
    outer = box;
  }
  return place;
}

grid::Coords single_cell(const grid::Grid& grid) {
  grid::Coords cell;
  for (std::size_t dim = 0; dim < grid.ndims(); ++dim) cell.push_back(1);
  return cell;
}

/// The boxes of a mapping, outermost first, and the number of consecutive processes that are shuffled as one unit (0
/// for no shuffling).
struct Blocks {
  std::vector<grid::Coords> boxes;
  std::int64_t shuffled = 0;
};

traffic::NodeOfRank place_blocks(const NetworkProblem& problem, const Blocks& blocks, std::uint64_t seed) {
  const std::int64_t ranks = problem.grid.size();
  if (filled_nodes(ranks, problem.ranks_per_node).count() != static_cast<std::int64_t>(problem.nodes.size()))
    base::fail(base::Status::invalid_argument, "the grid {} has {} cells, which do not fill {} nodes of {} processes",
               grid::to_string(problem.grid.dims()), ranks, problem.nodes.size(), problem.ranks_per_node);
  const std::int64_t unit = blocks.shuffled == 0 ? ranks : blocks.shuffled;
  std::vector<std::int64_t> order(static_cast<std::size_t>(ranks / unit));
  std::iota(order.begin(), order.end(), 0);
  base::Random random(seed);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<std::int64_t>(i))]);
  traffic::NodeOfRank node_of_rank(ranks);
  for (const traffic::Rank rank : node_of_rank.ids()) {
    const std::int64_t at = position(problem.grid, blocks.boxes, problem.grid.coords(grid::Cell(rank.number())));
    const std::int64_t slot = order[at / unit] * unit + at % unit;
    node_of_rank[rank] = problem.nodes[Group(slot / problem.ranks_per_node)];
  }
  return node_of_rank;
}

/// The block of a node, drawer, supernode.
std::array<grid::Coords, 3> level_blocks(const NetworkProblem& problem) {
  const LevelSizes sizes(problem);
  const grid::Coords node = best_block(problem.grid, single_cell(problem.grid), sizes.node);
  const grid::Coords drawer = best_block(problem.grid, node, sizes.drawer / sizes.node);
  const grid::Coords supernode = best_block(problem.grid, drawer, sizes.supernode / sizes.drawer);
  return {node, drawer, supernode};
}

traffic::NodeOfRank place_default(const NetworkProblem& problem, std::uint64_t) {
  return place_blocks(problem, {{single_cell(problem.grid)}}, 0);
}
traffic::NodeOfRank place_node_blocks(const NetworkProblem& problem, std::uint64_t) {
  const auto [node, drawer, supernode] = level_blocks(problem);
  return place_blocks(problem, {{node, single_cell(problem.grid)}}, 0);
}
traffic::NodeOfRank place_drawer_blocks(const NetworkProblem& problem, std::uint64_t) {
  const auto [node, drawer, supernode] = level_blocks(problem);
  return place_blocks(problem, {{drawer, node, single_cell(problem.grid)}}, 0);
}
traffic::NodeOfRank place_supernode_blocks(const NetworkProblem& problem, std::uint64_t) {
  const auto [node, drawer, supernode] = level_blocks(problem);
  return place_blocks(problem, {{supernode, drawer, node, single_cell(problem.grid)}}, 0);
}
traffic::NodeOfRank place_random_nodes(const NetworkProblem& problem, std::uint64_t seed) {
  const auto [node, drawer, supernode] = level_blocks(problem);
  return place_blocks(problem, {{node, single_cell(problem.grid)}, LevelSizes(problem).node}, seed);
}
traffic::NodeOfRank place_random_drawers(const NetworkProblem& problem, std::uint64_t seed) {
  const auto [node, drawer, supernode] = level_blocks(problem);
  return place_blocks(problem, {{drawer, node, single_cell(problem.grid)}, LevelSizes(problem).drawer}, seed);
}

constexpr std::array mappings = {
    BlockMapping{"DEF", "default", "[PERCS, 6]", place_default},
    BlockMapping{"BNM", "blocks on nodes", "[PERCS, 6]", place_node_blocks},
    BlockMapping{"BDM", "blocks on drawers", "[PERCS, 6]", place_drawer_blocks},
    BlockMapping{"BSM", "blocks on supernodes", "[PERCS, 6]", place_supernode_blocks},
    BlockMapping{"RNM", "blocks on nodes at random", "[PERCS, 6]", place_random_nodes, 1},
    BlockMapping{"RDM", "blocks on drawers at random", "[PERCS, 6]", place_random_drawers, 2},
};

}  // namespace

std::span<const BlockMapping> block_mappings() { return mappings; }

machine::Sizes filled_nodes(std::int64_t ranks, std::int64_t ranks_per_node) {
  machine::Sizes sizes;
  if (ranks >= ranks_per_node) sizes.append(ranks_per_node, ranks / ranks_per_node);
  if (ranks % ranks_per_node != 0) sizes.append(ranks % ranks_per_node);
  return sizes;
}

machine::Machine machine_of(const NetworkProblem& problem) {
  const network::Wiring& wiring = problem.network->wiring();
  std::vector<network::SwitchLevel> above = wiring.levels();
  if (wiring.nodes() != wiring.switches()) {
    network::SwitchLevel& switches = above.emplace_back(network::SwitchLevel{"switch", {}});
    for (std::int32_t domain = 0; domain < wiring.switches(); ++domain) switches.domain_of_switch.push_back(domain);
  }
  const machine::Sizes ranks = filled_nodes(problem.grid.size(), problem.ranks_per_node);
  std::vector<machine::Level> levels;
  for (const network::SwitchLevel& level : above) {
    machine::Sizes sizes;
    std::int64_t run = 0;
    const std::vector<network::Node>& nodes = problem.nodes.items();
    const auto domain = [&](std::size_t i) { return level.domain_of_switch[wiring.switch_of(nodes[i])]; };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      run += ranks[static_cast<std::int64_t>(i)];
      if (i + 1 < nodes.size() && domain(i + 1) == domain(i)) continue;
      sizes.append(run);
      run = 0;
    }
    levels.push_back({level.name, std::move(sizes)});
  }
  levels.push_back({"node", ranks});
  return machine::Machine(std::move(levels));
}

std::vector<grid::Coords> block_dims(const BlockMapping& mapping, const NetworkProblem& problem) {
  // The box around the ranks on the first node, drawer, supernode.
  const LevelSizes sizes(problem);
  const traffic::NodeOfRank node_of_rank = mapping.place(problem, 0);
  base::IndexVector<network::Node, std::int64_t> place_of(problem.network->wiring().nodes(), -1);
  for (const Group group : problem.nodes.ids())
    place_of[problem.nodes[group]] = group.number() * problem.ranks_per_node;
  const std::array all = {sizes.node, sizes.drawer, sizes.supernode};
  std::vector<grid::Coords> dims;
  for (const std::int64_t size : std::span(all).first(mapping.blocked_levels)) {
    grid::Coords low = problem.grid.dims();
    grid::Coords high = single_cell(problem.grid);
    for (const traffic::Rank rank : node_of_rank.ids()) {
      if (place_of[node_of_rank[rank]] >= size) continue;
      const grid::Coords cell = problem.grid.coords(grid::Cell(rank.number()));
      for (std::size_t dim = 0; dim < cell.size(); ++dim) {
        low[dim] = std::min(low[dim], cell[dim]);
        high[dim] = std::max(high[dim], cell[dim] + 1);
      }
    }
    for (std::size_t dim = 0; dim < low.size(); ++dim) high[dim] -= low[dim];
    dims.push_back(high);
  }
  return dims;
}

}  // namespace cartwright::placement
