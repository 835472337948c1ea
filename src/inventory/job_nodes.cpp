// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/job_nodes.hpp"

#include "base/input_file.hpp"
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"
#include "inventory/location.hpp"
#include "inventory/node_index.hpp"
#include "network/networks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace cartwright::inventory {

namespace {

constexpr network::Node none(-1);
constexpr std::size_t max_named = 5;

std::string host_of(const NodeNames& node) { return node.names.empty() ? "" : node.names.front(); }

/// "nid00003, nid00007 and 12 others".
std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), max_named); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > max_named) text += fmt::format(" and {} others", names.size() - max_named);
  return text;
}

/// Numbers the domains of a level. Nodes without a key have a domain of their own.
template <typename Key>
class Numbering {
 public:
  int of(const Key& key) { return numbers_.try_emplace(key, next_ + static_cast<int>(numbers_.size())).first->second; }
  int of_none() { return static_cast<int>(numbers_.size()) + next_++; }

 private:
  std::map<Key, int> numbers_;
  int next_ = 0;
};

/// Leaves out levels that say nothing of the known nodes: one domain, one domain for each node, or the domains of the
/// level before.
std::vector<NodeLevel> useful(std::vector<NodeLevel> levels, const std::vector<bool>& known) {
  std::vector<NodeLevel> kept;
  std::size_t domains = 1;
  for (NodeLevel& level : levels) {
    std::set<int> seen;
    for (std::size_t node = 0; node < known.size(); ++node)
      if (known[node]) seen.insert(level.domain[node]);
    const auto nodes = static_cast<std::size_t>(std::ranges::count(known, true));
    if (seen.size() > domains && seen.size() < nodes) kept.push_back(std::move(level));
    domains = std::max(domains, seen.size());
  }
  return kept;
}

/// The levels from the path of each node: the names of its domains, outermost first. Nodes with an empty path are in no
/// domain.
std::vector<NodeLevel> levels_of_paths(const std::vector<std::string>& names,
                                       const std::vector<std::vector<std::string>>& paths) {
  std::vector<NodeLevel> levels;
  std::vector<bool> known;
  for (const std::vector<std::string>& path : paths) known.push_back(!path.empty());
  for (std::size_t depth = 0; depth < names.size(); ++depth) {
    NodeLevel level{names[depth], {}};
    Numbering<std::vector<std::string>> numbering;
    for (const std::vector<std::string>& path : paths) {
      const auto end = path.begin() + static_cast<std::ptrdiff_t>(std::min(depth + 1, path.size()));
      level.domain.push_back(path.empty() ? numbering.of_none() : numbering.of({path.begin(), end}));
    }
    levels.push_back(std::move(level));
  }
  return useful(std::move(levels), known);
}

/// The levels of a network, and its switches as the innermost one if they have several nodes.
std::vector<NodeLevel> levels_of_network(const network::Wiring& wiring, const std::vector<network::Node>& nodes) {
  std::vector<NodeLevel> levels;
  const auto add = [&](std::string name, auto domain_of) {
    NodeLevel level{std::move(name), {}};
    Numbering<std::int64_t> numbering;
    for (const network::Node node : nodes)
      level.domain.push_back(node == none ? numbering.of_none() : numbering.of(domain_of(wiring.switch_of(node))));
    levels.push_back(std::move(level));
  };
  for (const network::SwitchLevel& level : wiring.levels())
    add(level.name, [&](network::Switch at) { return level.domain_of_switch[at]; });
  const bool shared = std::ranges::any_of(
      nodes, [&](network::Node node) { return node != none && wiring.nodes_on(wiring.switch_of(node)).size() > 1; });
  if (shared) add("switch", [](network::Switch at) { return at.number(); });
  std::vector<bool> known;
  for (const network::Node node : nodes) known.push_back(node != none);
  return useful(std::move(levels), known);
}

/// Two hosts on one node: a wrong file, or names that match by chance. Neither is used.
void drop_doubles(std::span<const NodeNames> job, JobNodes& made) {
  std::map<network::Node, std::size_t> first;
  std::vector<network::Node> kept = made.nodes;
  for (std::size_t i = 0; i < made.nodes.size(); ++i) {
    if (made.nodes[i] == none) continue;
    const auto [entry, fresh] = first.try_emplace(made.nodes[i], i);
    if (fresh) continue;
    if (kept[entry->second] != none)
      made.notes.push_back(fmt::format(
          "hosts {} and {} both match node {} of {}: neither is used; give a network of "
          "this machine",
          host_of(job[entry->second]), host_of(job[i]), made.network->wiring().node_name(made.nodes[i]), made.source));
    kept[i] = kept[entry->second] = none;
  }
  made.nodes = std::move(kept);
}

network::Node find_node(const NodeIndex& index, const NodeNames& node) {
  for (const std::string& name : node.names)
    if (const network::Node found = index.find(name, node.location); found != none) return found;
  return node.address.empty() ? none : index.find(node.address.substr(node.address.rfind('.') + 1));
}

JobNodes on_network(const std::string& spec, std::span<const NodeNames> job) {
  JobNodes made;
  made.source = spec;
  made.network = network::read_network(spec);
  const NodeIndex index(made.network->wiring());
  for (const NodeNames& node : job) made.nodes.push_back(find_node(index, node));
  drop_doubles(job, made);
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < job.size(); ++i)
    if (made.nodes[i] == none) missing.push_back(host_of(job[i]));
  if (missing.size() == job.size())
    base::fail(base::Status::invalid_argument,
               "{} has none of the {} nodes of this job ({}; its first node is {}): give the network of this machine",
               spec, job.size(), list_of(missing), made.network->wiring().node_name(network::Node(0)));
  if (!missing.empty())
    made.notes.push_back(
        fmt::format("{} of {} nodes are not in {}: {}", missing.size(), job.size(), spec, list_of(missing)));
  made.levels = levels_of_network(made.network->wiring(), made.nodes);
  return made;
}

/// The switches above the nodes of a job, or its blocks: the names of levels, and a path for each node, outermost
/// first. The path of a node that is not there is empty.
struct Chain {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> paths;
};

/// The trees of switches, or the blocks, of a batch system.
class SwitchTree {
 public:
  SwitchTree(const Inventory& inventory, bool accelerated) : usual_kind_(accelerated ? "block" : "switch") {
    for (const SwitchRecord& one : inventory.switches) {
      if (one.accelerated != accelerated) continue;
      kind_.try_emplace(one.name, one.kind);
      for (const std::string& below : one.below) above_.try_emplace(below, one.name);
      for (const std::string& node : one.nodes) leaf_.try_emplace(node, one.name);
      if (one.every_node) leaf_of_others_ = one.name;
    }
  }

  Chain chain_of(std::span<const NodeNames> job) const {
    Chain chain;
    std::size_t depth = 0;
    for (const NodeNames& node : job) {
      chain.paths.push_back(path_of(node));
      depth = std::max(depth, chain.paths.back().size());
    }
    for (std::size_t i = 0; i < depth; ++i) chain.names.push_back(name_of(i, depth, chain.paths));
    return chain;
  }

 private:
  std::vector<std::string> path_of(const NodeNames& node) const {
    for (const std::string& name : node.names)
      for (const std::string& host : {name, name.substr(0, name.find('.'))})
        if (const auto leaf = leaf_.find(host); leaf != leaf_.end()) return path_to(leaf->second);
    return leaf_of_others_.empty() ? std::vector<std::string>() : path_to(leaf_of_others_);
  }
  std::vector<std::string> path_to(const std::string& leaf) const {
    std::vector<std::string> path = {leaf};
    for (auto next = above_.find(leaf); next != above_.end() && path.size() <= above_.size();
         next = above_.find(path.back()))
      path.push_back(next->second);
    std::ranges::reverse(path);
    return path;
  }
  /// The kind of all switches at this depth, or else the number of the level, counted from the nodes.
  std::string name_of(std::size_t level, std::size_t depth, const std::vector<std::vector<std::string>>& paths) const {
    std::set<std::string> kinds;
    for (const std::vector<std::string>& path : paths)
      if (level < path.size()) kinds.insert(kind_.at(path[level]));
    if (kinds.size() == 1 && !kinds.begin()->empty()) return *kinds.begin();
    return level + 1 == depth ? usual_kind_ : fmt::format("{}-{}", usual_kind_, depth - level);
  }

  std::string usual_kind_;
  std::unordered_map<std::string, std::string> kind_;
  std::unordered_map<std::string, std::string> above_;
  std::unordered_map<std::string, std::string> leaf_;
  std::string leaf_of_others_;  ///< the switch of all nodes that none lists
};

/// Puts blocks into the innermost switches that contain each of them whole; they divide the switches below.
Chain joined(Chain switches, const Chain& blocks) {
  if (blocks.names.empty()) return switches;
  const auto outside = [&](const std::vector<std::string>& path, std::size_t depth) {
    std::vector<std::string> part(path.begin(),
                                  path.begin() + static_cast<std::ptrdiff_t>(std::min(depth, path.size())));
    part.resize(depth);
    return part;
  };
  const auto whole = [&](std::size_t depth) {
    std::map<std::string, std::vector<std::string>> home;
    for (std::size_t i = 0; i < blocks.paths.size(); ++i)
      if (!blocks.paths[i].empty())
        if (const auto part = outside(switches.paths[i], depth);
            home.try_emplace(blocks.paths[i].front(), part).first->second != part)
          return false;
    return true;
  };
  std::size_t depth = switches.names.size();
  while (!whole(depth)) --depth;
  const auto at = static_cast<std::ptrdiff_t>(depth);
  for (std::size_t i = 0; i < blocks.paths.size(); ++i) {
    std::vector<std::string>& path = switches.paths[i];
    if (path.empty() && blocks.paths[i].empty()) continue;
    path.resize(switches.names.size());
    std::vector<std::string> part = blocks.paths[i];
    // In no block: alone.
    if (part.empty()) part.push_back(fmt::format("only {}", i));
    part.resize(blocks.names.size());
    path.insert(path.begin() + at, part.begin(), part.end());
  }
  switches.names.insert(switches.names.begin() + at, blocks.names.begin(), blocks.names.end());
  return switches;
}

JobNodes in_topology(const std::string& file, const Inventory& inventory, std::span<const NodeNames> job) {
  JobNodes made;
  made.source = file;
  const Chain chain = joined(SwitchTree(inventory, false).chain_of(job), SwitchTree(inventory, true).chain_of(job));
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < job.size(); ++i)
    if (chain.paths[i].empty()) missing.push_back(host_of(job[i]));
  if (missing.size() == job.size())
    base::fail(base::Status::invalid_argument,
               "{} has none of the {} nodes of this job ({}; its first node is {}): give the topology of this machine",
               file, job.size(), list_of(missing), inventory.nodes.front().name);
  if (!missing.empty())
    made.notes.push_back(
        fmt::format("{} of {} nodes are not in {}: {}", missing.size(), job.size(), file, list_of(missing)));
  made.levels = levels_of_paths(chain.names, chain.paths);
  return made;
}

/// Whether this is a file with the switches of a batch system, not a network.
bool is_topology(const std::string& spec) {
  if (!std::filesystem::is_regular_file(spec)) return false;
  const std::string text = base::read_file(spec, std::size_t{128} << 20);
  return is_slurm_topology(text) || is_topology_yaml(text) || is_topograph(text);
}

/// "s0.s4.node7" with the pattern "switch.switch.node". Nodes under one switch have equal addresses up to its name.
JobNodes by_addresses(std::span<const NodeNames> job) {
  JobNodes made;
  made.source = "SLURM_TOPOLOGY_ADDR";
  const std::string& pattern = job.front().address_pattern;
  std::vector<std::string> names;
  for (const std::string_view part : base::split(pattern, '.')) names.emplace_back(part);
  std::map<std::string, std::size_t> first;
  std::vector<std::vector<std::string>> paths;
  for (std::size_t i = 0; i < job.size(); ++i) {
    const std::vector<std::string_view> parts = base::split(job[i].address, '.');
    const auto [entry, fresh] = first.try_emplace(job[i].address, i);
    // The variable may be inherited from another node.
    if (job[i].address_pattern != pattern || parts.size() != names.size() || names.size() < 2 || !fresh) return {};
    paths.emplace_back(parts.begin(), parts.end() - 1);
  }
  names.pop_back();
  // All of one kind: number them, the innermost has no number.
  for (std::size_t i = 0; i + 1 < names.size(); ++i)
    if (names[i] == names.back()) names[i] += fmt::format("-{}", names.size() - i);
  made.levels = levels_of_paths(names, paths);
  return made;
}

/// Cray XC: a group is two cabinets of a row. EX: the cabinet is the outermost part of a location.
JobNodes by_locations(std::span<const NodeNames> job) {
  JobNodes made;
  std::vector<std::vector<std::string>> paths;
  std::optional<Location::Kind> kind;
  for (const NodeNames& node : job) {
    const std::optional<Location> at = parse_location(node.location);
    if (!at || at->kind != kind.value_or(at->kind)) return {};
    kind = at->kind;
    const bool cname = kind == Location::Kind::cname;
    paths.push_back({fmt::format("{} {}", at->row, cname ? at->cabinet / 2 : at->cabinet),
                     fmt::format("{} {}", at->cabinet, at->chassis), fmt::format("{}", at->slot)});
  }
  const bool cname = kind == Location::Kind::cname;
  made.source = cname ? "/proc/cray_xt/cname" : "/etc/cray/xname";
  made.levels = levels_of_paths({cname ? "group" : "cabinet", "chassis", "blade"}, paths);
  return made;
}

}  // namespace

bool JobNodes::wired() const { return network != nullptr && std::ranges::find(nodes, none) == nodes.end(); }

JobNodes locate_job(const std::string& spec, std::span<const NodeNames> job) {
  return is_topology(spec) ? in_topology(spec, read_inventory(spec), job) : on_network(spec, job);
}

void check_network(const std::string& spec) {
  if (is_topology(spec))
    read_inventory(spec);
  else
    network::read_network(spec);
}

JobNodes pretend_job(const std::string& spec, int count) {
  const auto check_count = [&](std::size_t nodes) {
    if (nodes < static_cast<std::size_t>(count))
      base::fail(base::Status::invalid_argument, "{} has {} nodes, and the job {}", spec, nodes, count);
  };
  if (is_topology(spec)) {
    const Inventory inventory = read_inventory(spec);
    if (!inventory.every_node()) check_count(inventory.nodes.size());
    std::vector<NodeNames> job(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < std::min(job.size(), inventory.nodes.size()); ++i)
      job[i].names.push_back(inventory.nodes[i].name);
    return in_topology(spec, inventory, job);
  }
  JobNodes made;
  made.source = spec;
  made.network = network::read_network(spec);
  check_count(static_cast<std::size_t>(made.network->wiring().nodes()));
  for (const network::Node node : base::ids<network::Node>(count)) made.nodes.push_back(node);
  made.levels = levels_of_network(made.network->wiring(), made.nodes);
  return made;
}

JobNodes locate_job(std::span<const NodeNames> job, const std::filesystem::path& slurm_folder) {
  if (job.size() < 2) return {};
  if (JobNodes made = by_addresses(job); !made.levels.empty()) return made;
  if (!slurm_folder.empty())
    for (const char* const name : {"topology.yaml", "topology.conf"}) try {
        const std::filesystem::path file = slurm_folder / name;
        if (std::filesystem::exists(file)) return in_topology(file.string(), read_inventory(file.string()), job);
      } catch (const base::Error&) {  // NOLINT(bugprone-empty-catch): a file that nobody named
      }
  if (JobNodes made = by_locations(job); !made.levels.empty()) return made;
  std::vector<std::string> hosts;
  for (const NodeNames& node : job) hosts.push_back(host_of(node));
  JobNodes made;
  made.levels = levels_of_names(hosts);
  if (!made.levels.empty()) made.source = fmt::format("names such as {}", hosts.front());
  return made;
}

}  // namespace cartwright::inventory
