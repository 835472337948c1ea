// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/job.hpp"

#include "base/checked.hpp"
#include "base/registry.hpp"
#include "base/text.hpp"
#include "choose/place_graph.hpp"
#include "choose/result.hpp"
#include "grid/dims.hpp"
#include "mapping/problem.hpp"
#include "placement/policy.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace cartwright::placement {

namespace {

std::vector<network::Node> free_nodes(const inventory::NodeTable& table) {
  std::vector<network::Node> free;
  for (const network::Node node : table.state.ids())
    if (table.state[node] == inventory::NodeState::free) free.push_back(node);
  return free;
}

/// The nodes of these names, in their order. Nodes have the names that launchers use, and those of the network.
NodeOfGroup named_nodes(const std::vector<std::string>& names, const network::Network& network,
                        const inventory::NodeTable& table) {
  std::unordered_map<std::string_view, network::Node> known;
  for (const network::Node node : table.name.ids()) known[table.name[node]] = node;
  NodeOfGroup nodes;
  std::unordered_set<network::Node> listed;
  for (const std::string& name : names) {
    const auto found = known.find(name);
    const network::Node node = found != known.end() ? found->second : network.wiring().find_node(name);
    if (node == network::Node(-1))
      base::fail(base::Status::invalid_argument, "node {} is not in the network", base::quote(name));
    if (!listed.insert(node).second)
      base::fail(base::Status::invalid_argument, "node {} is listed twice", base::quote(name));
    if (table.state[node] >= inventory::NodeState::down)
      base::fail(base::Status::invalid_argument, "node {} is {}: leave it out of the list of nodes", base::quote(name),
                 table.state[node] == inventory::NodeState::down ? "down" : "a service node");
    nodes.push_back(node);
  }
  return nodes;
}

choose::Request make_request(const JobSpec& spec) {
  choose::Request request;
  request.mapping = spec.mapping;
  request.tier = spec.tier;
  request.options.seed = spec.seed;
  if (spec.budget_seconds) request.options.budget_seconds = *spec.budget_seconds;
  return request;
}

/// Rank by rank, each node filled before the next.
GroupOfRank blocked(std::int64_t ranks, std::int64_t ranks_per_node) {
  GroupOfRank group_of_rank(ranks);
  for (const traffic::Rank rank : group_of_rank.ids()) group_of_rank[rank] = Group(rank.number() / ranks_per_node);
  return group_of_rank;
}

/// By an algorithm of the registry, or the best of them.
GroupOfRank by_algorithm(const PlacedJob& job, machine::Machine machine, const choose::Request& request) {
  const mapping::Problem problem(job.grid, job.stencil, std::move(machine));
  const mapping::Order order =
      request.mapping == "auto"
          ? choose::choose(problem, request.tier, request.options).mapping.order
          : mapping::run_algorithm(mapping::find_algorithm(request.mapping), problem, request.options).order;
  GroupOfRank group_of_rank(order.size());
  for (const machine::Slot slot : order.ids())
    group_of_rank[traffic::Rank(order[slot].number())] = Group(slot.number() / job.ranks_per_node);
  return group_of_rank;
}

/// For messages that follow no grid: partitions their graph level by level.
GroupOfRank by_graph(const PlacedJob& job, const machine::Machine& machine, const choose::Request& request) {
  std::vector<mapping::GraphEdge> edges;
  std::vector<traffic::Send> sends;
  for (const traffic::Rank rank : base::ids<traffic::Rank>(job.traffic->ranks())) {
    sends.clear();
    job.traffic->sends(rank, sends);
    for (const traffic::Send& send : sends)
      edges.push_back({static_cast<std::int32_t>(rank.number()), static_cast<std::int32_t>(send.to.number()),
                       std::llround(send.bytes)});
  }
  std::vector<choose::RankLevel> levels;
  for (const machine::Level& level : machine.levels()) {
    levels.push_back({level.name, std::vector<int>(static_cast<std::size_t>(machine.size()))});
    for (std::int64_t part = 0; part < level.sizes.count(); ++part)
      std::fill_n(levels.back().domain_of_rank.begin() + level.sizes.start(part), level.sizes[part],
                  static_cast<int>(part));
  }
  choose::PlaceOptions options;
  options.tier = request.tier;
  options.budget_seconds = request.options.budget_seconds;
  options.seed = request.options.seed;
  const choose::RankPlacement placed =
      choose::place(mapping::Graph(machine.size(), edges), choose::RankLocations(levels), options).placement;
  GroupOfRank group_of_rank = blocked(machine.size(), job.ranks_per_node);
  if (placed.new_rank.empty()) return group_of_rank;
  for (const traffic::Rank old : placed.new_rank.ids())
    group_of_rank[traffic::Rank(placed.new_rank[old])] = Group(old.number() / job.ranks_per_node);
  return group_of_rank;
}

GroupOfRank by_request(const PlacedJob& job, const machine::Machine& machine, const choose::Request& request) {
  return job.graph && request.mapping == "auto" ? by_graph(job, machine, request) : by_algorithm(job, machine, request);
}

traffic::NodeOfRank nodes_of(const GroupOfRank& group_of_rank, const NodeOfGroup& node_of_group) {
  traffic::NodeOfRank node_of_rank;
  node_of_rank.reserve(group_of_rank.size());
  for (const Group group : group_of_rank) node_of_rank.push_back(node_of_group[group]);
  return node_of_rank;
}

const BlockMapping* find_block_mapping(std::string_view name) {
  const auto found = std::ranges::find(block_mappings(), name, &BlockMapping::name);
  return found == block_mappings().end() ? nullptr : &*found;
}

/// Throws Error that lists the names of all mappings, unless there is one of this name.
void check_mapping(std::string_view name) {
  if (name == "auto" || name == "network" || find_block_mapping(name) != nullptr) return;
  try {
    mapping::find_algorithm(name);
  } catch (const base::Error& error) {
    base::fail(error.status(), "{}, or network, {}", error.what(), fmt::join(base::names_of(block_mappings()), ", "));
  }
}

void check(const JobSpec& spec) {
  if (spec.ranks_per_node < 1)
    base::fail(base::Status::invalid_argument, "{} ranks per node: give at least 1", spec.ranks_per_node);
  if (spec.node_count < 0)
    base::fail(base::Status::invalid_argument, "a job of {} nodes: give 1 or more, or 0 for as many as the grid needs",
               spec.node_count);
  if (spec.budget_seconds && !(*spec.budget_seconds >= 0))
    base::fail(base::Status::invalid_argument, "a budget of {} seconds: give 0 or more", *spec.budget_seconds);
  if (spec.routing.samples < 0)
    base::fail(base::Status::invalid_argument, "{} samples: give 1 or more, or 0 for the expected value",
               spec.routing.samples);
  check_mapping(spec.mapping);
  if (spec.nodes.empty()) find_policy(spec.policy);
  check_traffic(spec.traffic, spec.dims.size());
}

/// The numbers of nodes and ranks; open ones follow from those that the spec gives.
struct Size {
  std::int64_t nodes = 0;
  std::int64_t ranks = 0;
};
Size size_of_job(const JobSpec& spec, std::int64_t free) {
  const std::int64_t per_node = spec.ranks_per_node;
  const auto listed = static_cast<std::int64_t>(spec.nodes.size());
  const bool open = std::ranges::find(spec.dims, 0) != spec.dims.end();
  const JobTraffic::Messages* const messages = spec.traffic.messages();
  const std::int64_t open_ranks = messages != nullptr ? messages->ranks : 0;
  const std::int64_t wanted = open ? open_ranks : grid::Grid(spec.dims).size();
  std::int64_t nodes = listed > 0 ? listed : spec.node_count;
  if (nodes == 0) nodes = wanted > 0 ? (wanted - 1) / per_node + 1 : free;
  if (nodes == 0) base::fail(base::Status::invalid_argument, "no node is free: wait, or name the nodes");
  if (listed == 0 && nodes > free)
    base::fail(base::Status::invalid_argument, "the job needs {} nodes, {} are free", nodes, free);
  std::int64_t ranks = base::checked_mul(nodes, per_node, "number of ranks");
  if (ranks > mapping::max_processes)
    base::fail(base::Status::unsupported, "{} ranks are too many: at most {} can be placed on a network", ranks,
               mapping::max_processes);
  if (wanted > ranks || (wanted > 0 && wanted <= ranks - per_node))
    base::fail(base::Status::invalid_argument,
               "{} ranks do not fill {} nodes of {} each: change the {}number of nodes or the ranks per node", wanted,
               nodes, per_node, open ? "" : "dims, the ");
  if (wanted > 0) ranks = wanted;  // the last node may have fewer
  return {nodes, ranks};
}

grid::Grid make_grid(const JobSpec& spec, std::int64_t ranks) {
  const std::size_t ndims = spec.dims.size();
  const bool wraps = spec.traffic.is_multicast() && ndims == 1;
  return grid::Grid(grid::dims_create(ranks, spec.dims),
                    spec.periods.value_or(base::FixedVector<bool, grid::max_dims>(ndims, wraps)));
}

/// Lets the policy select the nodes. A policy that looks at the traffic needs the ranks mapped first. They are mapped
/// onto a machine of nodes alone, because the levels above depend on the selection, and stay where they are then.
void select_nodes(PlacedJob& job, std::int64_t count, const network::Network& network,
                  const inventory::NodeTable& table, const JobSpec& spec, const JobProgress& progress) {
  const Policy& policy = find_policy(spec.policy);
  Job wanted{count, nullptr, {}};
  bool mapped = false;
  if (policy.by_traffic) {
    choose::Request request = make_request(spec);
    const bool network_mapping = request.mapping == "network" || find_block_mapping(request.mapping) != nullptr;
    if (network_mapping) request.mapping = "auto";
    wanted.traffic = job.traffic.get();
    wanted.group_of_rank =
        by_request(job, machine::Machine::nodes(filled_nodes(job.grid.size(), job.ranks_per_node)), request);
    mapped = !network_mapping;
  }
  PolicyOptions options;
  options.seed = spec.seed;
  options.routing = job.routing;
  if (spec.budget_seconds) options.budget_seconds = *spec.budget_seconds;
  if (progress) options.progress = [&](double share) { progress(spec.policy, share); };
  job.nodes = NodeOfGroup(policy.select(network, free_nodes(table), wanted, options));
  if (mapped) job.node_of_rank = nodes_of(wanted.group_of_rank, job.nodes);
}

}  // namespace

NetworkProblem PlacedJob::problem(const network::Network& network) const {
  return {&network, nodes, ranks_per_node, grid, stencil, routing, traffic.get()};
}

traffic::NodeOfRank map_ranks(const PlacedJob& job, const network::Network& network, const JobSpec& spec,
                              const JobProgress& progress) {
  check_mapping(spec.mapping);
  const NetworkProblem problem = job.problem(network);
  if (const BlockMapping* const blocks = find_block_mapping(spec.mapping)) return blocks->place(problem, spec.seed);
  choose::Request request = make_request(spec);
  if (progress) request.options.progress = [&](double share) { progress(spec.mapping, share); };
  if (spec.mapping == "network")
    return map_onto_network(problem, request.options.budget_seconds, spec.seed, request.options.progress).node_of_rank;
  return nodes_of(by_request(job, machine_of(problem), request), job.nodes);
}

PlacedJob place_job(const JobSpec& spec, const network::Network& network, const inventory::NodeTable& table,
                    const JobProgress& progress) {
  check(spec);
  PlacedJob job;
  job.mapping = spec.mapping;
  job.policy = spec.nodes.empty() ? spec.policy : "given";
  job.ranks_per_node = spec.ranks_per_node;
  job.routing = spec.routing;
  job.routing.seed = spec.seed;
  job.nodes = named_nodes(spec.nodes, network, table);
  const Size size = size_of_job(spec, static_cast<std::int64_t>(free_nodes(table).size()));
  job.grid = make_grid(spec, size.ranks);
  job.stencil = mapping_stencil(spec.traffic, job.grid);
  job.traffic = make_traffic(spec.traffic, job.grid);
  job.graph = spec.traffic.messages() != nullptr;
  if (job.nodes.empty()) select_nodes(job, size.nodes, network, table, spec, progress);
  if (job.node_of_rank.empty()) job.node_of_rank = map_ranks(job, network, spec, progress);
  return job;
}

traffic::LinkLoads link_loads(const PlacedJob& job, const network::Network& network) {
  const auto flows = traffic::flows_between(*job.traffic, job.node_of_rank, network.wiring().nodes());
  return traffic::link_loads(network, flows, job.routing);
}

}  // namespace cartwright::placement
