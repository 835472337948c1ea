// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cartwright::traffic {

/// How each of several nodes gathers a block of all others: in rounds, in each of which it gets all that some nodes
/// before it have, at once. The last node comes before the first.
struct GatherRound {
  std::int64_t held = 0;  ///< blocks that a node has before it: its own, and those of the nodes before
  std::int64_t end = 0;   ///< and after it

  /// The nodes from which it gets some: `held`, 2 `held`, ... nodes away.
  std::int64_t partners() const { return (end - 1) / held; }
};

/// With `radix` times as many blocks after each round, at most. Radix 2 has the fewest messages (Bruck and others,
/// 1997), the number of nodes one round.
std::vector<GatherRound> gather_rounds(std::int64_t nodes, std::int64_t radix);

/// In the same rounds an all-to-all takes its way. A node has a block for each node, by how far that is away. In this
/// round, those move `away` nodes on whose distance has this digit. Calls run(first, end) for each run of them.
template <typename Run>
void for_each_relayed(std::int64_t nodes, std::int64_t radix, const GatherRound& round, std::int64_t away, Run run) {
  for (std::int64_t first = away; first < nodes; first += round.held * radix)
    run(first, std::min(first + round.held, nodes));
}

/// The radix that takes the least time for short blocks.
///     overhead: until a process can send another message, in units of the time that one travels
std::int64_t gather_radix(std::int64_t nodes, double overhead);

}  // namespace cartwright::traffic
