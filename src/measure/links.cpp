// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cartwright::measure {

namespace {

constexpr std::size_t max_pairs = 4;

using Domain = std::vector<int>;       ///< ranks, in slot order
using Siblings = std::vector<Domain>;  ///< the domains in one domain of the level before

/// The number of the domain of a slot at a level; the level after the last has the processes.
std::int64_t domain_of(const machine::Machine& machine, std::size_t level, std::int64_t slot) {
  return level < machine.levels().size() ? machine.levels()[level].sizes.part_of(slot) : slot;
}

/// The siblings at a level of which there are at least two.
std::vector<Siblings> siblings_at(const choose::RankLocations& locations, std::size_t level) {
  const machine::Machine& machine = locations.machine();
  std::vector<Siblings> all;
  std::int64_t parent = -1, domain = -1;
  for (std::int64_t slot = 0; slot < machine.size(); ++slot) {
    const std::int64_t above = level == 0 ? 0 : domain_of(machine, level - 1, slot);
    if (above != parent) all.emplace_back();
    const std::int64_t here = domain_of(machine, level, slot);
    if (above != parent || here != domain) all.back().emplace_back();
    parent = above;
    domain = here;
    all.back().back().push_back(static_cast<int>(locations.rank_of_slot()[machine::Slot(slot)].number()));
  }
  std::erase_if(all, [](const Siblings& siblings) { return siblings.size() < 2; });
  return all;
}

std::vector<Pair> pairs_of(const std::vector<Siblings>& all) {
  std::vector<Pair> found;
  for (const Siblings& siblings : all)
    for (std::size_t i = 1; i < siblings.size(); ++i) found.push_back({siblings[i - 1].front(), siblings[i].front()});
  std::vector<Pair> pairs;
  const std::size_t count = std::min(max_pairs, found.size());
  for (std::size_t i = 0; i < count; ++i) pairs.push_back(found[i * found.size() / count]);
  return pairs;
}

void close_ring(const std::vector<int>& members, Ring& ring) {
  if (members.size() < 2) return;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::size_t next = (i + 1) % members.size();
    ring.of_rank[members[i]].next = members[next];
    ring.of_rank[members[next]].previous = members[i];
  }
  ring.members += static_cast<std::int64_t>(members.size());
}

/// The rings for `processes` in each domain.
Ring ring_of(const std::vector<Siblings>& all, bool of_processes, std::int64_t processes,
             const std::vector<std::int64_t>& node_of_rank) {
  Ring ring = {.processes = processes, .of_rank = std::vector<Neighbors>(node_of_rank.size())};
  for (const Siblings& siblings : all) {
    if (of_processes) {
      std::vector<int> members;
      for (const Domain& domain : siblings)
        if (static_cast<std::int64_t>(members.size()) < processes) members.push_back(domain.front());
      close_ring(members, ring);
      continue;
    }
    for (std::size_t i = 0; static_cast<std::int64_t>(i) < processes; ++i) {
      std::vector<int> members;
      for (const Domain& domain : siblings)
        if (i < domain.size()) members.push_back(domain[i]);
      close_ring(members, ring);
    }
  }
  std::set<std::int64_t> nodes;
  for (std::size_t rank = 0; rank < node_of_rank.size(); ++rank)
    if (ring.of_rank[rank].next >= 0) nodes.insert(node_of_rank[rank]);
  ring.nodes = static_cast<std::int64_t>(nodes.size());
  return ring;
}

/// The most processes that can communicate in a domain: a ring needs two domains with as many.
std::int64_t max_processes(const std::vector<Siblings>& all, bool of_processes) {
  std::size_t most = 0;
  for (const Siblings& siblings : all) {
    std::vector<std::size_t> sizes;
    for (const Domain& domain : siblings) sizes.push_back(domain.size());
    std::ranges::sort(sizes, std::greater<>());
    most = std::max(most, of_processes ? siblings.size() : sizes[1]);
  }
  return static_cast<std::int64_t>(most);
}

std::string plural_of(const std::string& level) {
  if (level == "numa") return "NUMA domains";
  return level + (level.ends_with("ch") ? "es" : "s");
}
std::string singular_of(const std::string& level) { return level == "numa" ? "NUMA domain" : level; }

}  // namespace

std::vector<LinkClass> link_classes(const choose::RankLocations& locations) {
  const machine::Machine& machine = locations.machine();
  const std::size_t levels = machine.levels().size();
  std::vector<std::int64_t> node_of_rank(machine.size());
  for (std::int64_t slot = 0; slot < machine.size(); ++slot)
    node_of_rank[locations.rank_of_slot()[machine::Slot(slot)].number()] =
        domain_of(machine, machine.node_level(), slot);
  std::vector<LinkClass> classes;
  for (std::size_t level = 0; level <= levels; ++level) {
    const std::vector<Siblings> all = siblings_at(locations, level);
    if (all.empty()) continue;
    const bool of_processes = level == levels;
    LinkClass one;
    one.between = of_processes ? "process" : machine.levels()[level].name;
    one.title = of_processes ? fmt::format("in a {}", singular_of(machine.levels().back().name))
                             : fmt::format("between {}", plural_of(one.between));
    one.pairs = pairs_of(all);
    const std::int64_t most = max_processes(all, of_processes);
    for (std::int64_t processes = of_processes ? 2 : 1; processes < most; processes *= 2)
      one.rings.push_back(ring_of(all, of_processes, processes, node_of_rank));
    one.rings.push_back(ring_of(all, of_processes, most, node_of_rank));
    classes.push_back(std::move(one));
  }
  return classes;
}

}  // namespace cartwright::measure
