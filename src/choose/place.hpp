// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/rank.hpp"
#include "choose/choose.hpp"
#include "cost/cut.hpp"
#include "grid/weighted_dims.hpp"
#include "machine/link_speeds.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cartwright::choose {

using base::Rank;

/// The domain of every rank at one level. Two ranks in one domain of the level before have equal numbers exactly if
/// they share a domain of this level.
struct RankLevel {
  std::string name;
  std::vector<int> domain_of_rank;
};

/// The locations of running processes: a machine, and the rank in each of its slots. Ranks of a domain need not be
/// consecutive. Domains are in the order of their lowest ranks, slots of a domain in the order of their ranks.
class RankLocations {
 public:
  /// Levels are outermost first; without one named "node", the first one is the nodes. Leaves out levels that do
  /// not divide any domain of the level before, levels of single processes, and levels above the nodes with one domain,
  /// or with one node in each. Throws Error: no level, levels of different lengths.
  explicit RankLocations(const std::vector<RankLevel>& levels);

  const machine::Machine& machine() const { return machine_; }
  /// Gives the levels of the machine weights (machine::weigh), and returns the note.
  std::string weigh(const machine::LinkSpeeds& speeds) { return machine::weigh(machine_, speeds); }
  const base::IndexVector<machine::Slot, Rank>& rank_of_slot() const { return rank_of_slot_; }
  /// The original rank order: every slot holds the cell of its rank.
  mapping::Order original_order() const;

 private:
  machine::Machine machine_;
  base::IndexVector<machine::Slot, Rank> rank_of_slot_;
};

/// A note of placements.
inline constexpr std::string_view no_better_order =
    "no better order than the original rank order was found: ranks are not reordered";

struct PlaceOptions {
  std::string mapping = "auto";  ///< an algorithm of the registry, or auto
  Tier tier = Tier::balanced;
  double budget_seconds = mapping::MapOptions{}.budget_seconds;
  std::uint64_t seed = 0;
  bool keep_rank_0 = false;                  ///< rank 0 keeps its rank, by a mapping of the same cost if there is one
  bool reorder = true;                       ///< false: only compute the cost of the original rank order
  std::optional<grid::LevelDims> cuts = {};  ///< blocks that auto also considers
  bool only_cuts = false;                    ///< use the blocks of `cuts`, even if another mapping is better
};

/// New ranks for a Cartesian communicator, and their cost.
struct RankPlacement {
  base::IndexVector<Rank, int> new_rank;  ///< by old rank; empty if ranks are not reordered
  mapping::Order order;                   ///< the cell of the process in every slot: its number is the new rank
  std::string mapping;                    ///< the algorithm, or "as launched" if ranks are not reordered
  std::vector<std::string> notes;
  std::vector<cost::LevelCut> before;  ///< original rank order, outermost level first
  std::vector<cost::LevelCut> after;   ///< equal to `before` if ranks are not reordered
  std::size_t node_level = 0;
  double lower_bound = 0;  ///< lower bound of the edges between nodes

  const cost::LevelCut& nodes_before() const { return before[node_level]; }
  const cost::LevelCut& nodes_after() const { return after[node_level]; }
};

/// Places running processes on a grid of as many cells. Unless the options name an algorithm or cuts, the outermost
/// level has no more edges than in the original rank order; if equally many, the next level has no more, ... If levels
/// have weights, the weighted sum is no more than in the original rank order, and the nodes have no more edges.
/// Deterministic, except for Tier::best. Throws Error: a stencil of other dimensions, a grid or cuts of another size,
/// an unknown algorithm.
RankPlacement place(const grid::Grid& grid, const grid::Stencil& stencil, const RankLocations& locations,
                    const PlaceOptions& options);

/// The new rank of every old rank, from the order that places them.
base::IndexVector<Rank, int> new_ranks(const RankLocations& locations, const mapping::Order& order);

}  // namespace cartwright::choose
