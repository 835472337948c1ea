// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/moving_loads.hpp"

#include <functional>

namespace cartwright::placement {

struct AnnealOptions {
  /// The work, as seconds on a machine that follows routes over 5 * 10^7 links a second. Links are counted, so the
  /// result does not depend on a clock.
  double budget_seconds = 5;
  std::uint64_t seed = 0;
  std::function<void(double)> progress = {};  ///< called from time to time with the share of the work done
  /// The number of consecutive open nodes that are exchanged as one block at first. Then halves of such blocks are
  /// exchanged, and so on down to single nodes.
  std::size_t block = 1;
};

/// Lowers the seconds of the busiest link by simulated annealing. Rank groups on the `open` nodes move to any other of
/// them; a group on that node moves the other way. Groups on other nodes stay. Returns the
/// nodes of the groups with the smallest maximum link time found, which never exceeds that at the start; of equal ones,
/// those with the least sum of the squares of the times of all links.
NodeOfGroup anneal_nodes(MovingLoads& loads, std::span<const network::Node> open, const AnnealOptions& options);

}  // namespace cartwright::placement
