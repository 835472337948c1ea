// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "cost/cut.hpp"
#include "grid/weighted_dims.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cartwright::choose {

/// One level of where processes stand: integers that are equal for two ranks of the same domain of the level before
/// exactly when they share a domain of this one.
struct RankLevel {
  std::string name;
  std::vector<int> domain_of_rank;
};

/// Processes that stand somewhere already: a machine, and the rank that is in each of its slots. Ranks of a domain need
/// not be consecutive. Domains are in the order of their lowest ranks, slots of a domain in the order of theirs.
class Standing {
 public:
  /// Levels outermost first, the first one nodes; one that divides no domain of the level before is left out, and so is
  /// one of single processes. Throws Error: no level, levels of different lengths.
  explicit Standing(const std::vector<RankLevel>& levels);

  const machine::Machine& machine() const { return machine_; }
  const std::vector<std::int64_t>& rank_of_slot() const { return rank_of_slot_; }

 private:
  machine::Machine machine_;
  std::vector<std::int64_t> rank_of_slot_;
};

struct PlaceOptions {
  std::string mapping = "auto";  ///< an algorithm of the registry, or auto
  Tier tier = Tier::balanced;
  double budget_seconds = mapping::MapOptions{}.budget_seconds;
  std::uint64_t seed = 0;
  bool keep_rank_0 = false;            ///< rank 0 stays rank 0, by a mapping of the same cost where there is one
  bool reorder = true;                 ///< false: only say what the placement as it stands costs
  std::optional<grid::LevelDims> cuts = {};  ///< blocks that auto should consider, too
  bool only_cuts = false;              ///< or rather take, whatever else there is
};

/// What a Cartesian communicator of these processes should look like.
struct RankPlacement {
  std::vector<int> new_rank;  ///< of every old rank; empty when the processes stay as they stand
  mapping::Order order;                ///< the new rank of the process in every slot of the standing
  std::string mapping;        ///< the algorithm, "as launched" when they stay
  std::vector<std::string> notes;
  std::vector<cost::LevelCut> before;  ///< as they stand, outermost level first
  std::vector<cost::LevelCut> after;   ///< equal to `before` when they stay
  std::size_t node_level = 0;
  double lower_bound = 0;  ///< of the edges between nodes

  const cost::LevelCut& nodes_before() const { return before[node_level]; }
  const cost::LevelCut& nodes_after() const { return after[node_level]; }
};

/// Places processes on a grid of as many places. Unless the options name an algorithm or cuts, no more edges cross the
/// outermost level than as they stand, and of equally many no more cross the next, ... Deterministic, but for
/// Tier::best. Throws Error: a stencil of other dimensions, a grid or cuts of another size, an unknown algorithm.
RankPlacement place(const grid::Grid& grid, const grid::Stencil& stencil, const Standing& standing, const PlaceOptions& options);

}  // namespace cartwright::choose
