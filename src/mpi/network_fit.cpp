// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/network_fit.hpp"

#include "inventory/job_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cartwright::mpi {

namespace {

/// The search in a running job takes 0.1 seconds for 4,800 processes.
constexpr double seconds_per_process = 0.1 / 4800;
constexpr double least_seconds = 0.01;
constexpr double most_seconds = 2;

double budget(const choose::PlaceOptions& options, std::size_t processes) {
  // Exchanged nodes would move rank 0.
  if (options.tier == choose::Tier::fast || options.keep_rank_0) return 0;
  if (options.tier == choose::Tier::best) return options.budget_seconds;
  return std::clamp(seconds_per_process * static_cast<double>(processes), least_seconds, most_seconds);
}

/// The node in the network of each node of the machine.
placement::NodeOfGroup nodes_of(const Location& location, const std::vector<choose::RankLevel>& levels,
                                const choose::RankLocations& standing) {
  std::map<int, network::Node> by_domain;
  for (std::size_t i = 0; i < location.job_domains.size(); ++i)
    by_domain[location.job_domains[i]] = location.job->nodes[i];
  const machine::Sizes& sizes = standing.machine().node_sizes();
  placement::NodeOfGroup nodes;
  for (std::int64_t node = 0; node < sizes.count(); ++node) {
    const base::Rank rank = standing.rank_of_slot()[machine::Slot(sizes.start(node))];
    nodes.push_back(by_domain.at(levels[location.node_level].domain_of_rank[rank.index()]));
  }
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

std::string decision_text(const placement::NetworkFit& fit) {
  return fmt::format("the busiest link needs {:.3g} of its time as launched: {}",
                     fit.before.seconds() > 0 ? fit.after.seconds() / fit.before.seconds() : 1,
                     fit.exchanged  ? "processes of whole nodes were exchanged for it"
                     : fit.by_links ? "it decided between orders"
                                    : "the bytes between nodes decided");
}

}  // namespace

std::unique_ptr<traffic::Traffic> traffic_of(const mapping::Graph& graph) {
  std::vector<traffic::Message> messages;
  for (std::int32_t from = 0; from < graph.size(); ++from)
    for (const mapping::Graph::Target& target : graph.edges(from))
      messages.push_back({base::Rank(from), base::Rank(target.to), static_cast<double>(target.weight)});
  return traffic::message_traffic(graph.size(), std::move(messages));
}

LinkTimes fit_to_network(const Location& location, const std::vector<choose::RankLevel>& levels,
                         const choose::RankLocations& standing, const traffic::Traffic& traffic,
                         std::vector<placement::NamedOrder> others, const choose::PlaceOptions& options,
                         choose::RankPlacement& placement) {
  if (location.job == nullptr) return {};
  add_notes(*location.job, placement.notes);
  if (!location.job->wired()) return {};
  const placement::JobOnNetwork job{.network = *location.job->network,
                                    .nodes = nodes_of(location, levels, standing),
                                    .sizes = standing.machine().node_sizes(),
                                    .routing = {}};
  std::vector<placement::NamedOrder> orders = {{"as launched", standing.original_order()}};
  if (options.reorder) {
    if (!placement.new_rank.empty()) orders.push_back({placement.mapping, placement.order});
    orders.insert(orders.end(), others.begin(), others.end());
  }
  placement::NetworkFit fit = placement::fit_network(
      traffic, job, std::move(orders),
      {.budget_seconds = options.reorder ? budget(options, placement.order.size()) : 0, .seed = options.seed});
  if (options.reorder) {
    placement.mapping = fit.best.name;
    if (fit.exchanged) placement.mapping += fit.best.name == "as launched" ? ", nodes exchanged" : "+nodes exchanged";
    placement.order = std::move(fit.best.order);
    placement.new_rank = {};
    if (fit.exchanged || fit.best.name != "as launched")
      placement.new_rank = choose::new_ranks(standing, placement.order);
    placement.notes.push_back(decision_text(fit));
  }
  return {fit.before.seconds(), fit.after.seconds()};
}

std::vector<placement::NamedOrder> without_network(const Location& location,
                                                   const std::vector<choose::RankLevel>& levels,
                                                   const choose::RankLocations& standing, const grid::Grid& grid,
                                                   const grid::Stencil& stencil, const choose::PlaceOptions& options) {
  if (location.job == nullptr || !location.job->wired() || location.node_level == 0 || !options.reorder) return {};
  const choose::RankLocations inside({levels.begin() + static_cast<std::ptrdiff_t>(location.node_level), levels.end()});
  const choose::RankPlacement placed = choose::place(grid, stencil, inside, options);
  if (placed.new_rank.empty()) return {};
  placement::NamedOrder made{placed.mapping, mapping::Order(placed.order.size())};
  for (const machine::Slot slot : made.order.ids())
    made.order[slot] = grid::Cell(placed.new_rank[standing.rank_of_slot()[slot]]);
  return {std::move(made)};
}

}  // namespace cartwright::mpi
