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

std::vector<network::Node> free_nodes(const inventory::NodeTable& table) {
  std::vector<network::Node> free;
  for (std::size_t node = 0; node < table.state.size(); ++node)
    if (table.state[node] == inventory::NodeState::free) free.push_back(static_cast<network::Node>(node));
  return free;
}

/// The nodes of a host list, in its order, by the names that launchers or the network have for them.
std::vector<network::Node> named_nodes(std::string_view list, const network::Network& network, const inventory::NodeTable& table) {
  std::unordered_map<std::string_view, network::Node> known;
  for (std::size_t node = 0; node < table.name.size(); ++node) known[table.name[node]] = static_cast<network::Node>(node);
  std::vector<network::Node> nodes;
  std::unordered_set<network::Node> taken;
  for (const std::string& name : machine::expand_host_list(list)) {
    const auto found = known.find(name);
    const network::Node node = found != known.end() ? found->second : network.wiring().find_node(name);
    if (node < 0) base::fail(base::Status::invalid_argument, "node {} is not in the network", base::quote(name));
    if (!taken.insert(node).second) base::fail(base::Status::invalid_argument, "node {} is listed twice", base::quote(name));
    if (table.state[static_cast<std::size_t>(node)] == inventory::NodeState::down)
      base::fail(base::Status::invalid_argument, "node {} is down: leave it out of --nodes", base::quote(name));
    nodes.push_back(node);
  }
  return nodes;
}

/// Ranks fill their nodes one after the other.
std::vector<network::Node> blocked(std::int64_t ranks, std::int64_t ranks_per_node) {
  std::vector<network::Node> node_of_rank(static_cast<std::size_t>(ranks));
  for (std::size_t rank = 0; rank < node_of_rank.size(); ++rank)
    node_of_rank[rank] = static_cast<network::Node>(static_cast<std::int64_t>(rank) / ranks_per_node);
  return node_of_rank;
}

/// Which of the job's nodes every rank is on when an algorithm of the registry lays it on a machine.
std::vector<network::Node> by_algorithm(const PlacedJob& job, machine::Machine machine, const choose::Request& request) {
  const mapping::Problem problem(job.grid, job.stencil, std::move(machine));
  const mapping::Order order = request.mapping == "auto"
                          ? choose::choose(problem, request.tier, request.options).mapping.order
                          : mapping::run_algorithm(mapping::find_algorithm(request.mapping), problem, request.options).order;
  std::vector<network::Node> index_of_rank(order.size());
  for (std::size_t slot = 0; slot < order.size(); ++slot)
    index_of_rank[static_cast<std::size_t>(order[slot])] =
        static_cast<network::Node>(static_cast<std::int64_t>(slot) / job.ranks_per_node);
  return index_of_rank;
}

/// The same for messages that follow no grid: their graph is parted, level by level.
std::vector<network::Node> by_graph(const PlacedJob& job, const machine::Machine& machine, const choose::Request& request) {
  std::vector<mapping::GraphEdge> edges;
  std::vector<traffic::Send> sends;
  for (std::int64_t rank = 0; rank < job.traffic->ranks(); ++rank) {
    sends.clear();
    job.traffic->sends(rank, sends);
    for (const traffic::Send& send : sends)
      edges.push_back({static_cast<std::int32_t>(rank), static_cast<std::int32_t>(send.to), std::llround(send.bytes)});
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
  const choose::RankPlacement placed = choose::place(mapping::Graph(machine.size(), edges), choose::RankLocations(levels), options).placement;
  std::vector<network::Node> index_of_rank = blocked(machine.size(), job.ranks_per_node);
  if (placed.new_rank.empty()) return index_of_rank;
  for (std::size_t old = 0; old < placed.new_rank.size(); ++old)
    index_of_rank[static_cast<std::size_t>(placed.new_rank[old])] =
        static_cast<network::Node>(static_cast<std::int64_t>(old) / job.ranks_per_node);
  return index_of_rank;
}

const placement::BlockMapping* find_block_mapping(std::string_view name) {
  const auto found = std::ranges::find(placement::block_mappings(), name, &placement::BlockMapping::name);
  return found == placement::block_mappings().end() ? nullptr : &*found;
}

/// Throws unless there is a mapping of that name.
void check_mapping(std::string_view name) {
  if (name == "auto" || name == "network" || find_block_mapping(name) != nullptr) return;
  try {
    mapping::find_algorithm(name);
  } catch (const base::Error& error) {
    std::vector<std::string_view> names;
    for (const placement::BlockMapping& mapping : placement::block_mappings()) names.push_back(mapping.name);
    base::fail(error.status(), "{}, or network, {}", error.what(), fmt::join(names, ", "));
  }
}

/// How many nodes the job gets, and how many ranks: what is open follows from what is given.
struct Size {
  std::int64_t nodes = 0;
  std::int64_t ranks = 0;
};
Size size_of_job(const NetworkOptions& options, std::int64_t ranks_of_file, std::int64_t listed, std::int64_t free) {
  const std::int64_t per_node = options.ranks_per_node;
  const grid::Coords dims = options.dims == "auto" ? grid::Coords{0} : grid::parse_dims(options.dims);
  const bool open = std::ranges::find(dims, 0) != dims.end();
  const std::int64_t wanted = open ? ranks_of_file : grid::Grid(dims).size();
  std::int64_t nodes = listed > 0 ? listed : options.count;
  if (nodes == 0) nodes = wanted > 0 ? (wanted - 1) / per_node + 1 : free;
  if (nodes == 0) base::fail(base::Status::invalid_argument, "no node is free");
  if (listed == 0 && nodes > free) base::fail(base::Status::invalid_argument, "the job needs {} nodes, {} are free", nodes, free);
  const std::int64_t ranks = base::checked_mul(nodes, per_node, "number of ranks");
  constexpr std::int64_t most = std::int64_t{1} << 26;  // what is kept for each would take all memory
  if (ranks > most)
    base::fail(base::Status::unsupported, "{} ranks are more than the {} that can be laid on a network", ranks, most);
  if (wanted > ranks || (!open && wanted != ranks))
    base::fail(base::Status::invalid_argument,
         "{} ranks do not fill {} nodes of {} each: change --dims, --count or --ranks-per-node", wanted, nodes,
         per_node);
  return {nodes, ranks};
}

}  // namespace

placement::NetworkProblem PlacedJob::problem(const network::Network& network) const {
  return {&network, nodes, ranks_per_node, grid, stencil, routing, traffic.get()};
}

traffic::Routing make_routing(const NetworkOptions& options) {
  traffic::Routing routing;
  routing.kind = traffic::parse_routing(options.routing);
  if (options.paths != "shared" && options.paths != "single")
    base::fail(base::Status::invalid_argument, "unknown paths {}: use shared or single", base::quote(options.paths));
  routing.paths = options.paths == "shared" ? network::Paths::shared : network::Paths::single;
  if (options.samples < 0) base::fail(base::Status::invalid_argument, "--samples {} is negative", options.samples);
  routing.samples = options.samples;
  routing.seed = options.seed;
  return routing;
}

inventory::NodeTable make_node_table(const NetworkOptions& options, const network::Network& network) {
  return options.state.empty() ? inventory::all_free(network) : inventory::match(network, inventory::read_inventory(options.state));
}

std::vector<network::Node> map_ranks(const PlacedJob& job, const network::Network& network, std::string_view mapping,
                            const NetworkOptions& options) {
  check_mapping(mapping);
  const placement::NetworkProblem problem = job.problem(network);
  if (const placement::BlockMapping* const blocks = find_block_mapping(mapping)) return blocks->place(problem, options.seed);
  const Progress progress(options.quiet || options.json, std::string(mapping));
  choose::Request request = make_request(options);
  request.mapping = mapping;
  request.options.progress = [&](double share) { progress.show(share); };
  if (mapping == "network")
    return placement::map_onto_network(problem, request.options.budget_seconds, options.seed, request.options.progress)
        .node_of_rank;
  const machine::Machine machine = placement::machine_of(problem);
  std::vector<network::Node> index_of_rank =
      mapping == "auto" && job.graph ? by_graph(job, machine, request) : by_algorithm(job, machine, request);
  for (network::Node& node : index_of_rank) node = job.nodes[static_cast<std::size_t>(node)];
  return index_of_rank;
}

namespace {

/// Chooses nodes by the policy. One that goes by what the ranks send is told where they are, on a machine of nodes
/// alone, for the levels above follow from its choice; there the ranks then stay.
void choose_nodes(PlacedJob& job, std::int64_t count, const network::Network& network, const inventory::NodeTable& table,
                  const NetworkOptions& options) {
  const placement::Policy& policy = placement::find_policy(options.policy);
  placement::Job wanted{count, nullptr, {}};
  if (policy.by_traffic) {
    choose::Request request = make_request(options);
    const bool network_mapping = request.mapping == "network" || find_block_mapping(request.mapping) != nullptr;
    if (network_mapping) request.mapping = "auto";
    const machine::Machine machine = machine::Machine::nodes(machine::Sizes::equal(count, job.ranks_per_node));
    wanted.traffic = job.traffic.get();
    wanted.node_of_rank =
        job.graph && request.mapping == "auto" ? by_graph(job, machine, request) : by_algorithm(job, machine, request);
    if (!network_mapping) job.node_of_rank = wanted.node_of_rank;
  }
  const Progress progress(options.quiet || options.json, options.policy);
  placement::PolicyOptions how;
  how.seed = options.seed;
  how.routing = job.routing;
  if (options.budget) how.budget_seconds = *options.budget;
  how.progress = [&](double share) { progress.show(share); };
  job.nodes = policy.select(network, free_nodes(table), wanted, how);
  for (network::Node& node : job.node_of_rank) node = job.nodes[static_cast<std::size_t>(node)];
}

}  // namespace

PlacedJob place_job(const NetworkOptions& options, const network::Network& network, const inventory::NodeTable& table) {
  if (options.ranks_per_node < 1)
    base::fail(base::Status::invalid_argument, "--ranks-per-node is {}: it must be at least 1", options.ranks_per_node);
  if (options.count < 0) base::fail(base::Status::invalid_argument, "--count {} is negative", options.count);
  check_mapping(options.mapping);
  PlacedJob job;
  job.mapping = options.mapping;
  job.policy = options.nodes.empty() ? std::string(placement::find_policy(options.policy).name) : "given";
  job.ranks_per_node = options.ranks_per_node;
  job.routing = make_routing(options);
  if (!options.nodes.empty()) job.nodes = named_nodes(options.nodes, network, table);

  const NetworkPattern pattern(options);
  const Size size = size_of_job(options, pattern.ranks(), static_cast<std::int64_t>(job.nodes.size()),
                                static_cast<std::int64_t>(free_nodes(table).size()));
  const grid::Coords dims = options.dims != "auto" ? grid::parse_dims(options.dims)
                      : pattern.has_grid()   ? grid::Coords(options.ndims, 0)
                                             : grid::Coords{size.ranks};
  const std::string periods = options.periodic.empty() && pattern.wraps() && dims.size() == 1 ? "1" : options.periodic;
  job.grid = grid::Grid(grid::dims_create(size.ranks, dims), grid::parse_periods(periods, dims.size()));
  job.stencil = pattern.stencil(job.grid);
  job.traffic = pattern.traffic(job.grid);
  job.graph = pattern.is_graph();
  if (job.nodes.empty()) choose_nodes(job, size.nodes, network, table, options);
  if (job.node_of_rank.empty()) job.node_of_rank = map_ranks(job, network, options.mapping, options);
  return job;
}

NetworkJob make_network_job(const NetworkOptions& options) {
  NetworkJob job;
  job.network = network::read_network(options.network);
  job.table = make_node_table(options, *job.network);
  static_cast<PlacedJob&>(job) = place_job(options, *job.network, job.table);
  return job;
}

report::Json network_json(const network::Network& network, std::string_view spec) {
  const network::Wiring& wiring = network.wiring();
  report::Json levels = report::Json::array();
  for (const network::SwitchLevel& level : wiring.levels()) {
    std::set<std::int32_t> domains;  // those with nodes: the upper switches of a tree are in none of its pods
    for (network::Node node = 0; node < wiring.nodes(); ++node)
      domains.insert(level.domain_of_switch[static_cast<std::size_t>(wiring.switch_of(node))]);
    levels.push_back({{"level", level.name}, {"domains", domains.size()}});
  }
  std::vector<std::int64_t> links(wiring.classes().size());
  for (const network::Link& link : wiring.links()) ++links[static_cast<std::size_t>(link.link_class)];
  report::Json classes = report::Json::array();
  for (std::size_t i = 0; i < links.size(); ++i)
    classes.push_back({{"class", wiring.classes()[i].name},
                       {"title", wiring.classes()[i].title},
                       {"links", links[i]},
                       {"bandwidth", report::json_number(wiring.classes()[i].bandwidth)}});
  return {{"text", spec},
          {"kind", network.kind()},
          {"nodes", wiring.nodes()},
          {"switches", wiring.switches()},
          {"links", wiring.links().size()},
          {"levels", levels},
          {"classes", classes},
          {"terminal_bandwidth", report::json_number(wiring.terminal_bandwidth())}};
}

report::Json placed_job_json(const PlacedJob& job, const NetworkOptions& options) {
  return {{"grid", report::grid_json(job.grid)},
          {"pattern", options.pattern},
          {"stencil", report::stencil_json(job.stencil, options.stencil)},
          {"bytes", report::json_number(parse_bytes(options.bytes))},
          {"ranks", job.grid.size()},
          {"ranks_per_node", job.ranks_per_node},
          {"nodes", job.nodes.size()},
          {"policy", job.policy},
          {"mapping", job.mapping},
          {"routing", traffic::to_string(job.routing.kind)},
          {"paths", options.paths},
          {"samples", job.routing.samples}};
}

}  // namespace cartwright::cli
