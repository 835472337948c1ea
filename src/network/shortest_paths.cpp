// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/shortest_paths.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "network/rails.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::network {

namespace {

/// When the trees take more memory, they are dropped.
constexpr std::size_t max_kept_bytes = std::size_t{512} << 20;

}  // namespace

/// The shortest paths from one switch to all switches of its group and of one other group, or to all switches if these
/// two groups are not linked.
struct ShortestPaths::Tree {
  bool everywhere = false;
  std::int32_t home = 0;
  std::vector<std::int32_t> hops;   ///< by index: length of the paths, -1 without a path
  std::vector<double> paths;        ///< by index: number of paths
  std::vector<std::uint32_t> rows;  ///< by index: begin of its links in `last`
  std::vector<LinkId> last;         ///< the last links of the paths, ascending within a row
};

ShortestPaths::ShortestPaths(std::string kind, Wiring wiring) : Network(std::move(kind), std::move(wiring)) {
  const Wiring& w = this->wiring();
  const bool grouped = !w.levels().empty() && w.levels().front().name == "group";
  group_of_switch_.assign(w.switches(), 0);
  if (grouped) group_of_switch_ = w.levels().front().domain_of_switch;
  groups_ = *std::max_element(group_of_switch_.begin(), group_of_switch_.end()) + 1;
  group_sizes_.assign(static_cast<std::size_t>(groups_), 0);
  for (const std::int32_t group : group_of_switch_) index_in_group_.push_back(group_sizes_[group]++);
  trees_.resize(static_cast<std::size_t>(w.switches()) * static_cast<std::size_t>(groups_));
  parts_.assign(w.switches(), 0);
}

ShortestPaths::~ShortestPaths() = default;

std::size_t ShortestPaths::index_of(const Tree& tree, Switch at) const {
  if (tree.everywhere) return at.index();
  const std::int32_t before = group_of(at) == tree.home ? 0 : group_sizes_[tree.home];
  return static_cast<std::size_t>(before + index_in_group_[at]);
}

/// Breadth-first search. `group` < 0 stands for all switches.
ShortestPaths::Tree ShortestPaths::grow(Switch root, std::int32_t group) const {
  const base::IndexVector<LinkId, Link>& links = wiring().links();
  Tree tree;
  tree.home = group_of(root);
  tree.everywhere = group < 0;
  std::int32_t count = wiring().switches();
  if (!tree.everywhere) {
    count = group_sizes_[tree.home];
    if (group != tree.home) count += group_sizes_[group];
  }
  const auto open = [&](const Link& link) {
    const std::int32_t from = group_of(link.from);
    const std::int32_t to = group_of(link.to);
    return tree.everywhere || to == from || (from == tree.home && to == group);
  };
  tree.hops.assign(static_cast<std::size_t>(count), -1);
  tree.paths.assign(tree.hops.size(), 0);
  tree.hops[index_of(tree, root)] = 0;
  tree.paths[index_of(tree, root)] = 1;
  std::vector<Switch> order = {root};
  std::vector<std::pair<std::uint32_t, LinkId>> last;
  for (std::size_t next = 0; next < order.size(); ++next) {
    const std::size_t here = index_of(tree, order[next]);
    for (const LinkId id : wiring().links_from(order[next])) {
      const Link& link = links[id];
      if (!open(link)) continue;
      const std::size_t there = index_of(tree, link.to);
      if (tree.hops[there] < 0) {
        tree.hops[there] = tree.hops[here] + 1;
        order.push_back(link.to);
      }
      if (tree.hops[there] != tree.hops[here] + 1) continue;
      tree.paths[there] += tree.paths[here];
      last.emplace_back(static_cast<std::uint32_t>(there), id);
    }
  }
  std::sort(last.begin(), last.end());
  tree.rows.assign(tree.hops.size() + 1, 0);
  for (const auto& [at, id] : last) {
    ++tree.rows[at + 1];
    tree.last.push_back(id);
  }
  for (std::size_t i = 1; i < tree.rows.size(); ++i) tree.rows[i] += tree.rows[i - 1];
  return tree;
}

const ShortestPaths::Tree& ShortestPaths::tree(Switch root, std::int32_t group) const {
  std::unique_ptr<const Tree>& kept = trees_[root.index() * groups_ + group];
  if (kept == nullptr) {
    Tree grown = grow(root, group);
    const auto first = std::find(group_of_switch_.begin(), group_of_switch_.end(), group) - group_of_switch_.begin();
    if (grown.hops[index_of(grown, Switch(first))] < 0) grown = grow(root, -1);
    kept_bytes_ += sizeof(Tree) + grown.hops.size() * 16 + grown.last.size() * sizeof(LinkId);
    if (kept_bytes_ > max_kept_bytes) {
      for (auto& other : trees_) other.reset();
      kept_bytes_ = 0;
    }
    kept = std::make_unique<const Tree>(std::move(grown));
  }
  return *kept;
}

void ShortestPaths::route(Node from, Node to, Paths paths, Route& out) const {
  const std::lock_guard lock(mutex_);
  if (!wiring().has_rails()) return append(wiring().switch_of(from), wiring().switch_of(to), paths, out);
  const auto source = [&](const RailPair& pair) { return wiring().switch_of(from, pair.from); };
  const auto target = [&](const RailPair& pair) { return wiring().switch_of(to, pair.to); };
  route_rails(
      wiring(), from, to, paths, out, [&](const RailPair& pair) { return hops(source(pair), target(pair)); },
      [&](const RailPair& pair, Route& route) { append(source(pair), target(pair), paths, route); });
}

std::int32_t ShortestPaths::hops(Switch source, Switch target) const {
  const Tree& found = tree(source, group_of(target));
  return found.hops[index_of(found, target)];
}

void ShortestPaths::append(Switch source, Switch target, Paths paths, Route& out) const {
  if (source == target) return;
  const Tree& found = tree(source, group_of(target));
  if (found.hops[index_of(found, target)] < 0)
    base::fail(base::Status::unsupported, "there is no path from {} to {}", wiring().switch_name(source),
               wiring().switch_name(target));
  // Backwards: all switches at the same distance at a time.
  std::vector<Switch> here = {target};
  std::vector<Switch> before;
  parts_[target] = 1;
  while (here.front() != source) {
    before.clear();
    for (const Switch at : here) {
      const std::size_t spot = index_of(found, at);
      const double part = std::exchange(parts_[at], 0);
      const auto links = std::span(found.last).subspan(found.rows[spot], found.rows[spot + 1] - found.rows[spot]);
      const auto take = [&](LinkId id, double share) {
        const Switch previous = wiring().links()[id].from;
        out.push_back({id, share});
        double& sum = parts_[previous];
        if (sum == 0) before.push_back(previous);
        sum += share;
      };
      if (paths == Paths::single) {
        base::Random draw(std::uint64_t{source.index()} << 32 | target.index());
        take(links[draw.below(static_cast<std::int64_t>(links.size()))], part);
        continue;
      }
      for (const LinkId id : links)
        take(id, part * found.paths[index_of(found, wiring().links()[id].from)] / found.paths[spot]);
    }
    here.swap(before);
  }
  parts_[source] = 0;
}

}  // namespace cartwright::network
