// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/running_job.hpp"

#include "cost/graph_cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cartwright::placement {

namespace {

/// The search in a running job takes 0.1 seconds for 4,800 processes.
constexpr double seconds_per_process = 0.1 / 4800;
constexpr double least_seconds = 0.01;
constexpr double max_seconds = 2;

double budget(const choose::PlaceOptions& options, std::size_t processes) {
  // Exchanged nodes would move rank 0.
  if (options.tier == choose::Tier::fast || options.keep_rank_0) return 0;
  if (options.tier == choose::Tier::best) return options.budget_seconds;
  return std::clamp(seconds_per_process * static_cast<double>(processes), least_seconds, max_seconds);
}

/// The node in the network of each node of the machine.
NodeOfGroup nodes_of(const RunningJob& job, const choose::RankLocations& standing) {
  const std::vector<network::Node> of_rank = nodes_of_ranks(job);
  const machine::Sizes& sizes = standing.machine().node_sizes();
  NodeOfGroup nodes;
  for (std::int64_t node = 0; node < sizes.count(); ++node)
    nodes.push_back(of_rank[standing.rank_of_slot()[machine::Slot(sizes.start(node))].index()]);
  return nodes;
}

std::string levels_text(const inventory::JobNodes& job) {
  std::string text;
  for (const inventory::NodeLevel& level : job.levels) text += (text.empty() ? "" : ", ") + level.name;
  return text;
}

void add_notes(const inventory::JobNodes& job, std::vector<std::string>& notes) {
  if (!job.levels.empty())
    notes.push_back(fmt::format("levels above the nodes: {} (from {})", levels_text(job), job.source));
  notes.insert(notes.end(), job.notes.begin(), job.notes.end());
}

std::string decision_text(const NetworkFit& fit) {
  return fmt::format("the busiest link needs {:.3g} of its time as launched: {}",
                     fit.before.seconds() > 0 ? fit.after.seconds() / fit.before.seconds() : 1,
                     fit.exchanged  ? "processes of whole nodes were exchanged for it"
                     : fit.by_links ? "it decided between orders"
                                    : "the bytes between nodes decided");
}

/// Messages along the edges of a graph.
std::unique_ptr<traffic::Traffic> traffic_of(const mapping::Graph& graph) {
  std::vector<traffic::Message> messages;
  for (std::int32_t from = 0; from < graph.size(); ++from)
    for (const mapping::Graph::Target& target : graph.edges(from))
      messages.push_back({base::Rank(from), base::Rank(target.to), static_cast<double>(target.weight)});
  return traffic::message_traffic(graph.size(), std::move(messages));
}

/// Chooses among the orders of a placement, others and the one as launched, and changes the placement, but not its
/// cuts.
LinkTimes fit(const RunningJob& job, const choose::RankLocations& standing, const traffic::Traffic& traffic,
              std::vector<NamedOrder> others, const choose::PlaceOptions& options, choose::RankPlacement& placement) {
  const JobOnNetwork on_network{.network = *job.nodes->network,
                                .nodes = nodes_of(job, standing),
                                .sizes = standing.machine().node_sizes(),
                                .routing = {}};
  std::vector<NamedOrder> orders = {{"as launched", standing.original_order()}};
  if (!placement.new_rank.empty()) orders.push_back({placement.mapping, placement.order});
  if (options.reorder) std::ranges::move(others, std::back_inserter(orders));
  const double seconds = options.reorder ? budget(options, placement.order.size()) : 0;
  NetworkFit fit =
      fit_network(traffic, on_network, std::move(orders), {.budget_seconds = seconds, .seed = options.seed});
  if (options.reorder) {
    const bool launched = fit.best.name == "as launched";
    placement.mapping = fit.best.name;
    if (fit.exchanged) placement.mapping += launched ? ", nodes exchanged" : "+nodes exchanged";
    placement.order = std::move(fit.best.order);
    placement.new_rank = {};
    if (fit.exchanged || !launched) placement.new_rank = choose::new_ranks(standing, placement.order);
    placement.notes.push_back(decision_text(fit));
  }
  return {fit.before.seconds(), fit.after.seconds()};
}

/// The placement without the levels above the nodes. Slots are those of `standing`.
std::vector<NamedOrder> without_network(const RunningJob& job, const choose::RankLocations& standing,
                                        const grid::Grid& grid, const grid::Stencil& stencil,
                                        const choose::PlaceOptions& options) {
  if (job.node_level == 0 || !options.reorder) return {};
  const choose::RankLocations inside(
      {job.levels.begin() + static_cast<std::ptrdiff_t>(job.node_level), job.levels.end()});
  const choose::RankPlacement placed = choose::place(grid, stencil, inside, options);
  if (placed.new_rank.empty()) return {};
  std::vector<NamedOrder> made = {{placed.mapping, mapping::Order(placed.order.size())}};
  for (const machine::Slot slot : made.front().order.ids())
    made.front().order[slot] = grid::Cell(placed.new_rank[standing.rank_of_slot()[slot]]);
  return made;
}

/// Whether links can decide. Notes say what is known of the network.
bool is_wired(const RunningJob& job, std::vector<std::string>& notes) {
  if (job.nodes == nullptr) return false;
  add_notes(*job.nodes, notes);
  return job.nodes->wired();
}

}  // namespace

std::vector<network::Node> nodes_of_ranks(const RunningJob& job) {
  std::map<int, network::Node> by_number;
  for (std::size_t i = 0; i < job.nodes->numbers.size(); ++i) by_number[job.nodes->numbers[i]] = job.nodes->nodes[i];
  std::vector<network::Node> nodes;
  for (const int domain : job.levels[job.node_level].domain_of_rank) nodes.push_back(by_number.at(domain));
  return nodes;
}

choose::RankPlacement place(const RunningJob& job, const choose::RankLocations& standing, const grid::Grid& grid,
                            const grid::Stencil& stencil, const choose::PlaceOptions& options, LinkTimes& links) {
  std::vector<std::string> notes;
  const bool wired = is_wired(job, notes);
  // Where links decide, the levels above the nodes need no refinement: the order for nodes alone has it.
  choose::PlaceOptions by_levels = options;
  if (wired && job.node_level > 0 && options.tier == choose::Tier::balanced) by_levels.tier = choose::Tier::fast;
  choose::RankPlacement placement = choose::place(grid, stencil, standing, by_levels);
  placement.notes.insert(placement.notes.end(), notes.begin(), notes.end());
  if (!wired) return placement;
  links = fit(job, standing, *traffic::stencil_traffic(grid, stencil),
              without_network(job, standing, grid, stencil, options), options, placement);
  placement.after = cost::edge_cut({grid, stencil, standing.machine()}, placement.order);
  return placement;
}

LinkTimes fit_to_network(const RunningJob& job, const choose::RankLocations& standing, const mapping::Graph& graph,
                         const choose::PlaceOptions& options, choose::RankPlacement& placement) {
  if (!is_wired(job, placement.notes)) return {};
  const LinkTimes links = fit(job, standing, *traffic_of(graph), {}, options, placement);
  placement.after = cost::edge_cut(graph, standing.machine(), placement.order);
  return links;
}

}  // namespace cartwright::placement
