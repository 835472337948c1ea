// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network_job.hpp"

#include "base/checked.hpp"
#include "base/text.hpp"
#include "cli/network_pattern.hpp"
#include "cli/progress.hpp"
#include "choose/place_graph.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"
#include "machine/hosts.hpp"
#include "network/networks.hpp"
#include "placement/policy.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_set>

namespace cartwright::cli {

namespace {

std::vector<Node> free_nodes(const NodeTable& table) {
  std::vector<Node> free;
  for (std::size_t node = 0; node < table.state.size(); ++node)
    if (table.state[node] == NodeState::free) free.push_back(static_cast<Node>(node));
  return free;
}

/// The nodes of a host list, in its order, by the names that launchers or the network have for them.
std::vector<Node> named_nodes(std::string_view list, const Network& network, const NodeTable& table) {
  std::unordered_map<std::string_view, Node> known;
  for (std::size_t node = 0; node < table.name.size(); ++node) known[table.name[node]] = static_cast<Node>(node);
  std::vector<Node> nodes;
  std::unordered_set<Node> taken;
  for (const std::string& name : expand_host_list(list)) {
    const auto found = known.find(name);
    const Node node = found != known.end() ? found->second : network.wiring().find_node(name);
    if (node < 0) fail(Status::invalid_argument, "node {} is not in the network", quote(name));
    if (!taken.insert(node).second) fail(Status::invalid_argument, "node {} is listed twice", quote(name));
    if (table.state[static_cast<std::size_t>(node)] == NodeState::down)
      fail(Status::invalid_argument, "node {} is down: leave it out of --nodes", quote(name));
    nodes.push_back(node);
  }
  return nodes;
}

/// Ranks fill their nodes one after the other.
std::vector<Node> blocked(std::int64_t ranks, std::int64_t ranks_per_node) {
  std::vector<Node> node_of_rank(static_cast<std::size_t>(ranks));
  for (std::size_t rank = 0; rank < node_of_rank.size(); ++rank)
    node_of_rank[rank] = static_cast<Node>(static_cast<std::int64_t>(rank) / ranks_per_node);
  return node_of_rank;
}

/// Which of the job's nodes every rank is on when an algorithm of the registry lays it on a machine.
std::vector<Node> by_algorithm(const PlacedJob& job, Machine machine, const Request& request) {
  const Problem problem(job.grid, job.stencil, std::move(machine));
  const Order order = request.mapping == "auto"
                          ? choose(problem, request.tier, request.options).mapping.order
                          : run_algorithm(find_algorithm(request.mapping), problem, request.options).order;
  std::vector<Node> index_of_rank(order.size());
  for (std::size_t slot = 0; slot < order.size(); ++slot)
    index_of_rank[static_cast<std::size_t>(order[slot])] =
        static_cast<Node>(static_cast<std::int64_t>(slot) / job.ranks_per_node);
  return index_of_rank;
}

/// The same for messages that follow no grid: their graph is parted, level by level.
std::vector<Node> by_graph(const PlacedJob& job, const Machine& machine, const Request& request) {
  std::vector<GraphEdge> edges;
  std::vector<Send> sends;
  for (std::int64_t rank = 0; rank < job.traffic->ranks(); ++rank) {
    sends.clear();
    job.traffic->sends(rank, sends);
    for (const Send& send : sends)
      edges.push_back({static_cast<std::int32_t>(rank), static_cast<std::int32_t>(send.to), std::llround(send.bytes)});
  }
  std::vector<RankLevel> levels;
  for (const Level& level : machine.levels()) {
    levels.push_back({level.name, std::vector<int>(static_cast<std::size_t>(machine.size()))});
    for (std::int64_t part = 0; part < level.sizes.count(); ++part)
      std::fill_n(levels.back().domain_of_rank.begin() + level.sizes.start(part), level.sizes[part],
                  static_cast<int>(part));
  }
  PlaceOptions options;
  options.tier = request.tier;
  options.budget_seconds = request.options.budget_seconds;
  options.seed = request.options.seed;
  const RankPlacement placed = place(Graph(machine.size(), edges), Standing(levels), options).placement;
  std::vector<Node> index_of_rank = blocked(machine.size(), job.ranks_per_node);
  if (placed.new_rank.empty()) return index_of_rank;
  for (std::size_t old = 0; old < placed.new_rank.size(); ++old)
    index_of_rank[static_cast<std::size_t>(placed.new_rank[old])] =
        static_cast<Node>(static_cast<std::int64_t>(old) / job.ranks_per_node);
  return index_of_rank;
}

const BlockMapping* find_block_mapping(std::string_view name) {
  const auto found = std::ranges::find(block_mappings(), name, &BlockMapping::name);
  return found == block_mappings().end() ? nullptr : &*found;
}

/// Throws unless there is a mapping of that name.
void check_mapping(std::string_view name) {
  if (name == "auto" || name == "network" || find_block_mapping(name) != nullptr) return;
  try {
    find_algorithm(name);
  } catch (const Error& error) {
    std::vector<std::string_view> names;
    for (const BlockMapping& mapping : block_mappings()) names.push_back(mapping.name);
    fail(error.status(), "{}, or network, {}", error.what(), fmt::join(names, ", "));
  }
}

/// How many nodes the job gets, and how many ranks: what is open follows from what is given.
struct Size {
  std::int64_t nodes = 0;
  std::int64_t ranks = 0;
};
Size size_of_job(const NetworkOptions& options, std::int64_t ranks_of_file, std::int64_t listed, std::int64_t free) {
  const std::int64_t per_node = options.ranks_per_node;
  const Coords dims = options.dims == "auto" ? Coords{0} : parse_dims(options.dims);
  const bool open = std::ranges::find(dims, 0) != dims.end();
  const std::int64_t wanted = open ? ranks_of_file : Grid(dims).size();
  std::int64_t nodes = listed > 0 ? listed : options.count;
  if (nodes == 0) nodes = wanted > 0 ? (wanted - 1) / per_node + 1 : free;
  if (nodes == 0) fail(Status::invalid_argument, "no node is free");
  if (listed == 0 && nodes > free) fail(Status::invalid_argument, "the job needs {} nodes, {} are free", nodes, free);
  const std::int64_t ranks = checked_mul(nodes, per_node, "number of ranks");
  constexpr std::int64_t most = std::int64_t{1} << 26;  // what is kept for each would take all memory
  if (ranks > most)
    fail(Status::unsupported, "{} ranks are more than the {} that can be laid on a network", ranks, most);
  if (wanted > ranks || (!open && wanted != ranks))
    fail(Status::invalid_argument,
         "{} ranks do not fill {} nodes of {} each: change --dims, --count or --ranks-per-node", wanted, nodes,
         per_node);
  return {nodes, ranks};
}

}  // namespace

NetworkProblem PlacedJob::problem(const Network& network) const {
  return {&network, nodes, ranks_per_node, grid, stencil, routing, traffic.get()};
}

Routing make_routing(const NetworkOptions& options) {
  Routing routing;
  routing.kind = parse_routing(options.routing);
  if (options.paths != "shared" && options.paths != "single")
    fail(Status::invalid_argument, "unknown paths {}: use shared or single", quote(options.paths));
  routing.paths = options.paths == "shared" ? Paths::shared : Paths::single;
  if (options.samples < 0) fail(Status::invalid_argument, "--samples {} is negative", options.samples);
  routing.samples = options.samples;
  routing.seed = options.seed;
  return routing;
}

NodeTable make_node_table(const NetworkOptions& options, const Network& network) {
  return options.state.empty() ? all_free(network) : match(network, read_inventory(options.state));
}

std::vector<Node> map_ranks(const PlacedJob& job, const Network& network, std::string_view mapping,
                            const NetworkOptions& options) {
  check_mapping(mapping);
  const NetworkProblem problem = job.problem(network);
  if (const BlockMapping* const blocks = find_block_mapping(mapping)) return blocks->place(problem, options.seed);
  const Progress progress(options.quiet || options.json, std::string(mapping));
  Request request = make_request(options);
  request.mapping = mapping;
  request.options.progress = [&](double share) { progress.show(share); };
  if (mapping == "network")
    return map_onto_network(problem, request.options.budget_seconds, options.seed, request.options.progress)
        .node_of_rank;
  const Machine machine = machine_of(problem);
  std::vector<Node> index_of_rank =
      mapping == "auto" && job.graph ? by_graph(job, machine, request) : by_algorithm(job, machine, request);
  for (Node& node : index_of_rank) node = job.nodes[static_cast<std::size_t>(node)];
  return index_of_rank;
}

namespace {

/// Chooses nodes by the policy. One that goes by what the ranks send is told where they are, on a machine of nodes
/// alone, for the levels above follow from its choice; there the ranks then stay.
void choose_nodes(PlacedJob& job, std::int64_t count, const Network& network, const NodeTable& table,
                  const NetworkOptions& options) {
  const Policy& policy = find_policy(options.policy);
  Job wanted{count, nullptr, {}};
  if (policy.by_traffic) {
    Request request = make_request(options);
    const bool network_mapping = request.mapping == "network" || find_block_mapping(request.mapping) != nullptr;
    if (network_mapping) request.mapping = "auto";
    const Machine machine = Machine::nodes(Sizes::equal(count, job.ranks_per_node));
    wanted.traffic = job.traffic.get();
    wanted.node_of_rank =
        job.graph && request.mapping == "auto" ? by_graph(job, machine, request) : by_algorithm(job, machine, request);
    if (!network_mapping) job.node_of_rank = wanted.node_of_rank;
  }
  const Progress progress(options.quiet || options.json, options.policy);
  PolicyOptions how;
  how.seed = options.seed;
  how.routing = job.routing;
  if (options.budget) how.budget_seconds = *options.budget;
  how.progress = [&](double share) { progress.show(share); };
  job.nodes = policy.choose(network, free_nodes(table), wanted, how);
  for (Node& node : job.node_of_rank) node = job.nodes[static_cast<std::size_t>(node)];
}

}  // namespace

PlacedJob place_job(const NetworkOptions& options, const Network& network, const NodeTable& table) {
  if (options.ranks_per_node < 1)
    fail(Status::invalid_argument, "--ranks-per-node is {}: it must be at least 1", options.ranks_per_node);
  if (options.count < 0) fail(Status::invalid_argument, "--count {} is negative", options.count);
  check_mapping(options.mapping);
  PlacedJob job;
  job.mapping = options.mapping;
  job.policy = options.nodes.empty() ? std::string(find_policy(options.policy).name) : "given";
  job.ranks_per_node = options.ranks_per_node;
  job.routing = make_routing(options);
  if (!options.nodes.empty()) job.nodes = named_nodes(options.nodes, network, table);

  const NetworkPattern pattern(options);
  const Size size = size_of_job(options, pattern.ranks(), static_cast<std::int64_t>(job.nodes.size()),
                                static_cast<std::int64_t>(free_nodes(table).size()));
  const Coords dims = options.dims != "auto" ? parse_dims(options.dims)
                      : pattern.has_grid()   ? Coords(options.ndims, 0)
                                             : Coords{size.ranks};
  const std::string periods = options.periodic.empty() && pattern.wraps() && dims.size() == 1 ? "1" : options.periodic;
  job.grid = Grid(dims_create(size.ranks, dims), parse_periods(periods, dims.size()));
  job.stencil = pattern.stencil(job.grid);
  job.traffic = pattern.traffic(job.grid);
  job.graph = pattern.is_graph();
  if (job.nodes.empty()) choose_nodes(job, size.nodes, network, table, options);
  if (job.node_of_rank.empty()) job.node_of_rank = map_ranks(job, network, options.mapping, options);
  return job;
}

NetworkJob make_network_job(const NetworkOptions& options) {
  NetworkJob job;
  job.network = read_network(options.network);
  job.table = make_node_table(options, *job.network);
  static_cast<PlacedJob&>(job) = place_job(options, *job.network, job.table);
  return job;
}

Json network_json(const Network& network, std::string_view spec) {
  const Wiring& wiring = network.wiring();
  Json levels = Json::array();
  for (const SwitchLevel& level : wiring.levels()) {
    std::set<std::int32_t> domains;  // those with nodes: the upper switches of a tree are in none of its pods
    for (Node node = 0; node < wiring.nodes(); ++node)
      domains.insert(level.domain_of_switch[static_cast<std::size_t>(wiring.switch_of(node))]);
    levels.push_back({{"level", level.name}, {"domains", domains.size()}});
  }
  std::vector<std::int64_t> links(wiring.classes().size());
  for (const Link& link : wiring.links()) ++links[static_cast<std::size_t>(link.link_class)];
  Json classes = Json::array();
  for (std::size_t i = 0; i < links.size(); ++i)
    classes.push_back({{"class", wiring.classes()[i].name},
                       {"title", wiring.classes()[i].title},
                       {"links", links[i]},
                       {"bandwidth", json_number(wiring.classes()[i].bandwidth)}});
  return {{"text", spec},
          {"kind", network.kind()},
          {"nodes", wiring.nodes()},
          {"switches", wiring.switches()},
          {"links", wiring.links().size()},
          {"levels", levels},
          {"classes", classes},
          {"terminal_bandwidth", json_number(wiring.terminal_bandwidth())}};
}

Json placed_job_json(const PlacedJob& job, const NetworkOptions& options) {
  return {{"grid", grid_json(job.grid)},
          {"pattern", options.pattern},
          {"stencil", stencil_json(job.stencil, options.stencil)},
          {"bytes", json_number(parse_bytes(options.bytes))},
          {"ranks", job.grid.size()},
          {"ranks_per_node", job.ranks_per_node},
          {"nodes", job.nodes.size()},
          {"policy", job.policy},
          {"mapping", job.mapping},
          {"routing", to_string(job.routing.kind)},
          {"paths", options.paths},
          {"samples", job.routing.samples}};
}

}  // namespace cartwright::cli
