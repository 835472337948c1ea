// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/domains.hpp"
#include "placement/policies_p.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace cartwright::placement {

namespace {

/// The position of a router: its chassis in its group, and its slot in this chassis.
using Position = std::pair<std::int64_t, std::int64_t>;

/// The positions of all routers. Without a level below the groups, a group is one chassis.
base::IndexVector<network::Switch, Position> positions(const network::Wiring& wiring) {
  const std::vector<network::SwitchLevel>& levels = wiring.levels();
  const auto domain = [&](std::size_t level, network::Switch at) {
    return level < levels.size() ? levels[level].domain_of_switch[at] : -1;
  };
  std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> routers;  // by group and chassis
  for (const network::Switch at : base::ids<network::Switch>(wiring.switches()))
    routers[domain(0, at)][domain(1, at)] = 0;
  base::IndexVector<network::Switch, Position> found;
  for (const network::Switch at : base::ids<network::Switch>(wiring.switches())) {
    auto& chassis_of_group = routers[domain(0, at)];
    const auto chassis = chassis_of_group.find(domain(1, at));
    found.push_back({std::distance(chassis_of_group.begin(), chassis), chassis->second++});
  }
  return found;
}

/// The routers of one position in all groups, each with its free nodes.
using Line = std::vector<Domain>;

std::size_t routers_with(const Line& line, std::size_t turn) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [turn](const Domain& router) { return router.size() > turn; }));
}

}  // namespace

/// The nodes of [Aseeri2019, IV-E]: blades of the same chassis and slot in all groups, with one node of each blade. A
/// job fills such lines of blades within the chassis where most blades are free, the fullest lines first, then other
/// chassis. Further nodes of the blades follow when the first ones do not suffice.
Selected select_connected(const network::Network& network, std::span<const network::Node> free, const Job& job,
                          const PolicyOptions&) {
  const network::Wiring& wiring = network.wiring();
  const base::IndexVector<network::Switch, Position> position = positions(wiring);
  std::map<std::int64_t, std::map<std::int64_t, Line>> chassis;
  for (Domain& router : by_router(wiring, free)) {
    const auto [number, slot] = position[wiring.switch_of(router.front())];
    chassis[number][slot].push_back(std::move(router));
  }
  const auto wanted = static_cast<std::size_t>(job.nodes);
  Selected selected;
  for (std::size_t turn = 0; selected.size() < wanted; ++turn) {
    std::vector<std::pair<std::size_t, std::vector<const Line*>>> order;  // routers, and lines, by chassis
    for (const auto& [number, slots] : chassis) {
      auto& [routers, lines] = order.emplace_back();
      for (const auto& [slot, line] : slots) {
        routers += routers_with(line, turn);
        lines.push_back(&line);
      }
      std::ranges::stable_sort(lines, std::greater(), [turn](const Line* line) { return routers_with(*line, turn); });
    }
    std::ranges::stable_sort(order, std::greater(), [](const auto& one) { return one.first; });
    for (const auto& [routers, lines] : order)
      for (const Line* line : lines)
        for (const Domain& router : *line)
          if (router.size() > turn && selected.size() < wanted) selected.push_back(router[turn]);
  }
  std::ranges::sort(selected);
  return selected;
}

}  // namespace cartwright::placement
