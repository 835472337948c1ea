// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "network/add_share.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace cartwright::network {

/// A rail of the sender, and one of the receiver.
struct RailPair {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// Appends the route between two nodes that may have several switches, see Network::route(). hops(pair) is the length
/// of the route of a pair, or -1 if there is none; append(pair, route) appends it, or throws an Error that says why
/// there is none.
template <typename Hops, typename Append>
void route_rails(const Wiring& wiring, Node from, Node to, Paths paths, Route& out, Hops hops, Append append) {
  std::vector<RailPair> pairs;
  for (std::size_t i = 0; i < wiring.rails(from); ++i)
    for (std::size_t k = 0; k < wiring.rails(to); ++k) {
      if (wiring.switch_of(from, i) == wiring.switch_of(to, k)) return;
      pairs.push_back({i, k});
    }
  if (pairs.size() == 1) return append(pairs.front(), out);
  std::vector<RailPair> nearest;
  std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
  for (const RailPair& pair : pairs) {
    const std::int32_t length = hops(pair);
    if (length < 0 || length > fewest) continue;
    if (length < fewest) nearest.clear();
    fewest = length;
    nearest.push_back(pair);
  }
  if (nearest.empty()) return append(pairs.front(), out);
  if (paths == Paths::single) {
    base::Random draw(std::uint64_t{wiring.first_alike(from).index()} << 32 | wiring.first_alike(to).index());
    return append(nearest[static_cast<std::size_t>(draw.below(static_cast<std::int64_t>(nearest.size())))], out);
  }
  const std::size_t begin = out.size();
  Route one;
  for (const RailPair& pair : nearest) {
    one.clear();
    append(pair, one);
    for (const Share& share : one) add_share(out, begin, share.link, share.part / static_cast<double>(nearest.size()));
  }
}

}  // namespace cartwright::network
