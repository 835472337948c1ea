// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/load_stats.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace cartwright::traffic {

namespace {

ClassLoads summary(std::string name, std::string title, double bandwidth, std::int64_t links,
                   std::span<const double> used) {
  ClassLoads found{std::move(name), std::move(title), bandwidth, links, static_cast<std::int64_t>(used.size())};
  if (used.empty()) return found;
  for (const double bytes : used) found.bytes += bytes;
  found.least = *std::min_element(used.begin(), used.end());
  found.most = *std::max_element(used.begin(), used.end());
  found.average = found.bytes / static_cast<double>(used.size());
  return found;
}

std::vector<double> positive(const base::IndexVector<network::Node, double>& loads) {
  std::vector<double> used;
  std::copy_if(loads.begin(), loads.end(), std::back_inserter(used), [](double bytes) { return bytes > 0; });
  return used;
}

}  // namespace

std::vector<double> used_loads(const network::Wiring& wiring, const LinkLoads& loads, std::int32_t link_class) {
  std::vector<double> used;
  for (const network::LinkId link : loads.links.ids())
    if (loads.links[link] > 0 && wiring.links()[link].link_class == link_class) used.push_back(loads.links[link]);
  return used;
}

std::vector<ClassLoads> class_loads(const network::Wiring& wiring, const LinkLoads& loads) {
  std::vector<std::int64_t> links(wiring.classes().size(), 0);
  for (const network::Link& link : wiring.links()) ++links[link.link_class];
  std::vector<ClassLoads> classes;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const network::LinkClass& link_class = wiring.classes()[i];
    classes.push_back(summary(link_class.name, link_class.title, link_class.bandwidth, links[i],
                              used_loads(wiring, loads, static_cast<std::int32_t>(i))));
  }
  if (!loads.injection.empty()) {
    classes.push_back(summary("injection", "from nodes to their switches", wiring.terminal_bandwidth(), wiring.nodes(),
                              positive(loads.injection)));
    classes.push_back(summary("ejection", "from switches to their nodes", wiring.terminal_bandwidth(), wiring.nodes(),
                              positive(loads.ejection)));
  }
  return classes;
}

std::vector<std::int64_t> histogram(std::span<const double> loads, double most, std::size_t bins) {
  std::vector<std::int64_t> counts(bins, 0);
  for (const double bytes : loads) {
    const double bin = most > 0 ? std::ceil(bytes / most * static_cast<double>(bins)) - 1 : 0;
    ++counts[static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(bins) - 1))];
  }
  return counts;
}

std::vector<network::LinkId> hottest_links(const network::Wiring& wiring, const LinkLoads& loads, std::size_t count) {
  std::vector<network::LinkId> links;
  for (const network::LinkId link : loads.links.ids())
    if (loads.links[link] > 0) links.push_back(link);
  const auto key = [&](network::LinkId link) { return std::pair(-loads.links[link] / wiring.bandwidth(link), link); };
  const std::size_t kept = std::min(count, links.size());
  std::partial_sort(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(kept), links.end(),
                    [&](network::LinkId a, network::LinkId b) { return key(a) < key(b); });
  links.resize(kept);
  return links;
}

std::vector<Culprit> culprits(const network::Network& network, const Traffic& traffic, const NodeOfRank& node_of_rank,
                              network::Paths paths, network::LinkId link, std::size_t count) {
  // By pair of nodes: the part of their traffic that crosses the link. Look up every route once.
  std::unordered_map<std::uint64_t, double> parts;
  network::Route route;
  const auto part = [&](network::Node from, network::Node to) {
    if (from == to) return 0.0;
    const auto [entry, fresh] = parts.try_emplace(std::uint64_t{from.index()} << 32 | to.index(), 0);
    if (fresh) {
      route.clear();
      network.route(from, to, paths, route);
      for (const network::Share& share : route)
        if (share.link == link) entry->second += share.part;
    }
    return entry->second;
  };
  std::map<std::pair<Rank, Rank>, double> bytes;
  const auto add = [&](Rank from, Rank to, double sent) {
    const double crossing = sent * part(node_of_rank[from], node_of_rank[to]);
    if (crossing > 0) bytes[{from, to}] += crossing;
  };
  std::vector<Send> sends;
  for (const Rank rank : base::ids<Rank>(traffic.ranks())) {
    sends.clear();
    traffic.sends(rank, sends);
    for (const Send& send : sends) add(rank, send.to, send.bytes);
  }
  for (const Team& team : traffic.teams())
    for (const Rank from : team.ranks)
      for (const Rank to : team.ranks) add(from, to, team.bytes);
  std::vector<Culprit> found;
  for (const auto& [pair, crossing] : bytes) found.push_back({pair.first, pair.second, crossing});
  std::stable_sort(found.begin(), found.end(), [](const Culprit& a, const Culprit& b) { return a.bytes > b.bytes; });
  found.resize(std::min(count, found.size()));
  return found;
}

}  // namespace cartwright::traffic
