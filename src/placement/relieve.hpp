// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/moving_loads.hpp"

#include <functional>

namespace cartwright::placement {

struct ReliefOptions {
  /// How long, on a machine that follows routes over 5 * 10^7 links a second. The links are counted: the result depends
  /// on no clock.
  double budget_seconds = 5;
  std::uint64_t seed = 0;
  std::function<void(double)> progress = {};  ///< called now and then with the share of the work that is done
  /// How many of the open nodes that follow each other exchange all of their ranks at first, before halves of such
  /// blocks do, and at last single nodes.
  std::size_t block = 1;
};

/// Lowers the busiest link's seconds by simulated annealing: places move to any of the `open` nodes, those of other
/// places included, whose ranks then move the other way. Returns the nodes of the places where the busiest link was
/// least; never busier than at the start.
std::vector<network::Node> relieve(MovingLoads& loads, std::span<const network::Node> open, const ReliefOptions& options);

}  // namespace cartwright::placement
