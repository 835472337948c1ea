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

/// The nodes of each router that a job takes before it takes more of the same router.
struct Share {
  std::size_t size;

  std::span<const network::Node> of(const Domain& router, std::size_t turn) const {
    const std::size_t begin = std::min(turn * size, router.size());
    return std::span(router).subspan(begin, std::min(size, router.size() - begin));
  }
  std::size_t nodes(const Line& line, std::size_t turn) const {
    std::size_t sum = 0;
    for (const Domain& router : line) sum += of(router, turn).size();
    return sum;
  }
};

/// Fills lines of routers within the chassis that offers most nodes, the lines with most nodes first, then other
/// chassis. If that does not suffice, the next turn takes further nodes of the same routers.
Selected fill_lines(const network::Network& network, std::span<const network::Node> free, const Job& job, Share share) {
  const network::Wiring& wiring = network.wiring();
  const base::IndexVector<network::Switch, Position> position = positions(wiring);
  std::map<std::int64_t, std::map<std::int64_t, Line>> chassis;
  for (Domain& router : by_router(wiring, free)) {
    const auto [number, slot] = position[wiring.switch_of(router.front())];
    chassis[number][slot].push_back(std::move(router));
  }
  const auto most_first = [share](const Domain& router) { return share.of(router, 0).size(); };
  for (auto& [number, slots] : chassis)
    for (auto& [slot, line] : slots) std::ranges::stable_sort(line, std::greater(), most_first);
  const auto wanted = static_cast<std::size_t>(job.nodes);
  Selected selected;
  for (std::size_t turn = 0; selected.size() < wanted; ++turn) {
    std::vector<std::pair<std::size_t, std::vector<const Line*>>> order;  // nodes, and lines, by chassis
    for (const auto& [number, slots] : chassis) {
      auto& [nodes, lines] = order.emplace_back();
      for (const auto& [slot, line] : slots) {
        nodes += share.nodes(line, turn);
        lines.push_back(&line);
      }
      std::ranges::stable_sort(lines, std::greater(), [&](const Line* line) { return share.nodes(*line, turn); });
    }
    std::ranges::stable_sort(order, std::greater(), [](const auto& one) { return one.first; });
    for (const auto& [nodes, lines] : order)
      for (const Line* line : lines)
        for (const Domain& router : *line)
          for (const network::Node node : share.of(router, turn))
            if (selected.size() < wanted) selected.push_back(node);
  }
  std::ranges::sort(selected);
  return selected;
}

}  // namespace

/// The nodes of [Aseeri2019, IV-E]: blades of the same chassis and slot in all groups, with one node of each blade.
Selected select_connected(const network::Network& network, std::span<const network::Node> free, const Job& job,
                          const PolicyOptions&) {
  return fill_lines(network, free, job, {.size = 1});
}

/// The same blades with all of their nodes, which that work left for later.
Selected select_connected_all(const network::Network& network, std::span<const network::Node> free, const Job& job,
                              const PolicyOptions&) {
  return fill_lines(network, free, job, {.size = free.size()});
}

}  // namespace cartwright::placement
