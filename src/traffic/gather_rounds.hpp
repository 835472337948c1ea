// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace cartwright::traffic {

/// How each of several nodes gathers a block of all others: in rounds, in each of which it gets all that some nodes
/// before it have, at once.
struct GatherRound {
  std::int64_t held = 0;  ///< blocks that a node has before it: its own, and those of the nodes before
  std::int64_t end = 0;   ///< and after it
  std::int64_t ring = 0;  ///< nodes that send to each other in it, as the next ones do: the last comes before the first

  /// The nodes from which it gets some: `held`, 2 `held`, ... nodes away.
  std::int64_t partners() const { return (end - 1) / held; }
  std::int64_t after(std::int64_t node, std::int64_t away) const {
    const std::int64_t first = node - node % ring;
    return first + (node - first + away) % ring;
  }
  std::int64_t before(std::int64_t node, std::int64_t away) const { return after(node, ring - away); }
};

/// With `radix` times as many blocks after each round, at most. Radix 2 has the fewest messages (Bruck and others,
/// 1997), the number of nodes one round.
std::vector<GatherRound> gather_rounds(std::int64_t nodes, std::int64_t radix);

/// In the same rounds an all-to-all takes its way. A node has a block for each node, by how far that is away. In this
/// round, those move `away` nodes on whose distance has this digit. Calls run(first, end) for each run of them.
template <typename Run>
void for_each_relayed(std::int64_t nodes, const GatherRound& round, std::int64_t away, Run run) {
  for (std::int64_t ring = 0; ring < nodes; ring += round.ring)
    for (std::int64_t first = away; first < round.ring; first += round.end)
      run(ring + first, ring + std::min(first + round.held, round.ring));
}

/// The radix that takes the least time for short blocks.
///     overhead: until a process can send another message, in units of the time that one travels
std::int64_t gather_radix(std::int64_t nodes, double overhead);

/// Nodes that come one after the other in a job: those of a switch, of a group of switches, ..., or all.
struct NodeRing {
  std::int64_t nodes = 0;  ///< a multiple of those of the ring before
  double latency = 0;      ///< of the slowest message between two of them
};

/// Rounds level by level, where this takes no more time: first between the nodes of a switch, then between switches,
/// with the nodes that have the same place in theirs, and so on. So a message between two switches has the blocks of a
/// whole one.
///     overhead: as of gather_radix(), in the unit of latencies
std::vector<GatherRound> gather_rounds(std::span<const NodeRing> rings, double overhead);

/// How far away the block of `from` lies in the memory of `to` after all rounds, in blocks.
std::int64_t distance(std::span<const GatherRound> rounds, std::int64_t from, std::int64_t to);

}  // namespace cartwright::traffic
