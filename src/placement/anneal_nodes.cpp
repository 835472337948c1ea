// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/anneal_nodes.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::placement {

namespace {

constexpr double links_per_second = 5e7;
constexpr std::int64_t max_looks = 400;  ///< limit for finding the busiest link, which follows all routes

/// A part of the work, in which blocks of one width are exchanged.
struct Stage {
  std::size_t width;
  double end;                ///< share of the work at its end
  double first_temperature;  ///< as a relative change of the penalty; low after the first stage, to keep its blocks
};
constexpr double last_temperature = 1e-5;

/// Rounding in sums of seconds.
constexpr double rounding_slack = 1 + 1e-12;

/// Blocks, their halves, ..., single nodes. The first and the last stage get most of the work.
std::vector<Stage> stages(std::size_t block) {
  std::vector<Stage> all;
  for (std::size_t width = block; width > 0; width /= 2) all.push_back({width, 0, all.empty() ? 1e-2 : 1e-3});
  const double between = all.size() > 2 ? 0.2 / static_cast<double>(all.size() - 2) : 0;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].end = 0.4 + static_cast<double>(i) * between;
  all.back().end = 1;
  return all;
}

/// The power of the penalty: low at first, when all busy links count, and high at the end, when only the busiest
/// counts.
int power_at(double share) { return share < 0.6 ? 8 : share < 0.85 ? 16 : 32; }

/// The nodes of two blocks, pair by pair; none if both are the same block, or if one exceeds the end of the list.
void pair_blocks(std::span<const network::Node> open, std::size_t one, std::size_t other, std::size_t width,
                 std::vector<MovingLoads::Swap>& swaps) {
  swaps.clear();
  const std::size_t a = one / width * width;
  const std::size_t b = other / width * width;
  if (a == b || std::max(a, b) + width > open.size()) return;
  for (std::size_t i = 0; i < width; ++i) swaps.emplace_back(open[a + i], open[b + i]);
}

}  // namespace

NodeOfGroup anneal_nodes(MovingLoads& loads, std::span<const network::Node> open, const AnnealOptions& options) {
  NodeOfGroup best = loads.node_of_group();
  double least = loads.busiest();
  double least_squares = loads.squares();
  const auto groups = static_cast<std::int64_t>(best.size());
  if (open.size() < 2 || least == 0) return best;
  constexpr auto not_open = static_cast<std::size_t>(-1);
  std::size_t nodes = std::ranges::max_element(open)->index() + 1;
  for (const network::Node node : best) nodes = std::max(nodes, node.index() + 1);
  base::IndexVector<network::Node, std::size_t> index(nodes, not_open);
  for (std::size_t i = 0; i < open.size(); ++i) index[open[i]] = i;

  base::Random random(options.seed);
  const auto all = static_cast<std::int64_t>(options.budget_seconds * links_per_second);
  const std::int64_t first = loads.work();
  loads.rescale(least, power_at(0));
  const std::int64_t look_work = 2 * (loads.work() - first) + 4 * loads.links();
  const std::int64_t looks = std::clamp<std::int64_t>(all / (4 * std::max<std::int64_t>(1, look_work)), 1, max_looks);
  const std::vector<Stage> plan = stages(options.block);
  std::size_t stage = 0;
  double stage_begin = 0;
  std::vector<MovingLoads::Swap> swaps;
  for (std::int64_t look = 0; look < looks; ++look) {
    const double share = static_cast<double>(look) / static_cast<double>(looks);
    while (share >= plan[stage].end) stage_begin = plan[stage++].end;
    const auto [width, end, first_temperature] = plan[stage];
    const double temperature =
        first_temperature * std::pow(last_temperature / first_temperature, (share - stage_begin) / (end - stage_begin));
    loads.rescale(loads.busiest(), power_at(share));
    const std::vector<Group> hot = loads.groups_at_busiest();
    const std::int64_t until = first + all / looks * (look + 1);
    // Moves of a group without traffic cost no work, so their number is bounded too.
    for (std::int64_t tries = 0; loads.work() < until && tries < all / looks; ++tries) {
      const bool at_busiest = !hot.empty() && random.unit() < 0.5;
      const Group group =
          at_busiest ? hot[random.below(static_cast<std::int64_t>(hot.size()))] : Group(random.below(groups));
      const std::size_t from = index[loads.node_of_group()[group]];
      if (from == not_open) continue;
      const auto to = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(open.size())));
      pair_blocks(open, from, to, width, swaps);
      if (swaps.empty()) continue;
      const double before = loads.penalty();
      const double rise = loads.exchange(swaps) / before - 1;
      if (rise > 0 && random.unit() >= std::exp(-rise / temperature)) loads.undo();
    }
    const double now = loads.busiest();
    const double squares = loads.squares();
    if (now * rounding_slack < least || (now <= least && squares * rounding_slack < least_squares)) {
      least = now;
      least_squares = squares;
      best = loads.node_of_group();
    }
    if (options.progress) options.progress(share);
  }
  return best;
}

}  // namespace cartwright::placement
