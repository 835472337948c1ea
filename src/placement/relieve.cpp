// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/relieve.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright {

namespace {

constexpr double links_per_second = 5e7;
constexpr std::int64_t most_looks = 400;  ///< how often the busiest link is looked for, which follows all routes
/// Relative changes of the penalty that are as good as none, at the start and at the end.
constexpr double first_temperature = 1e-2;
constexpr double last_temperature = 1e-5;

/// The power of the penalty: low at first, so that all busy links count, and high at last, where only the busiest does.
int power_at(double share) { return share < 0.6 ? 8 : share < 0.85 ? 16 : 32; }

}  // namespace

std::vector<Node> relieve(MovingLoads& loads, std::span<const Node> open, const ReliefOptions& options) {
  std::vector<Node> best = loads.node_of_place();
  double least = loads.busiest();
  const auto places = static_cast<std::int64_t>(best.size());
  if (open.size() < 2 || least == 0) return best;
  Random random(options.seed);
  const auto all = static_cast<std::int64_t>(options.budget_seconds * links_per_second);
  const std::int64_t first = loads.work();
  loads.rescale(least, power_at(0));
  const std::int64_t look_work = 2 * (loads.work() - first);
  const std::int64_t looks = std::clamp<std::int64_t>(all / (4 * std::max<std::int64_t>(1, look_work)), 1, most_looks);
  for (std::int64_t look = 0; look < looks; ++look) {
    const double share = static_cast<double>(look) / static_cast<double>(looks);
    const double temperature = first_temperature * std::pow(last_temperature / first_temperature, share);
    loads.rescale(loads.busiest(), power_at(share));
    const std::vector<std::int32_t> hot = loads.places_at_busiest();
    const std::int64_t until = first + all / looks * (look + 1);
    // Moves of a place that communicates with nobody change nothing: their number is bounded too.
    for (std::int64_t tries = 0; loads.work() < until && tries < all / looks; ++tries) {
      const bool at_busiest = !hot.empty() && random.unit() < 0.5;
      const auto place = static_cast<std::int32_t>(
          at_busiest ? hot[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(hot.size())))]
                     : random.below(places));
      const Node to = open[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(open.size())))];
      if (loads.node_of_place()[static_cast<std::size_t>(place)] == to) continue;
      const double before = loads.penalty();
      const double rise = loads.move(place, to) / before - 1;
      if (rise > 0 && random.unit() >= std::exp(-rise / temperature)) loads.undo();
    }
    if (const double now = loads.busiest(); now < least) {
      least = now;
      best = loads.node_of_place();
    }
    if (options.progress) options.progress(share);
  }
  return best;
}

}  // namespace cartwright
