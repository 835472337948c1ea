// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/graph_decide.hpp"

#include "choose/outcome.hpp"
#include "mpi/base/report.hpp"
#include "mpi/carts/cart_report.hpp"

namespace cartwright::mpi {

mapping::Graph graph_of(int vertices, const std::vector<int>& edges) {
  std::vector<mapping::GraphEdge> list(edges.size() / 3);
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {edges[3 * i], edges[3 * i + 1], edges[3 * i + 2]};
  return {vertices, list};
}

GraphDecision decide_graph(const GraphCall& call, bool weighted, const std::vector<int>& edges,
                           const Settings& settings, const Location& location, std::vector<choose::RankLevel> levels,
                           std::vector<int>& new_ranks) try {
  const double start = PMPI_Wtime();
  // The processes with the highest ranks may be left over.
  for (choose::RankLevel& level : levels) level.domain_of_rank.resize(call.vertices);
  const mapping::Graph graph = graph_of(call.vertices, edges);
  choose::RankLocations standing(levels);
  std::string weights = standing.weigh(location.speeds);
  if (weights.empty()) weights = location.speeds_note;
  choose::PlaceOptions options = settings.place;
  options.reorder = settings.reorder;
  choose::GraphPlacement placed = choose::place(graph, standing, options);
  choose::RankPlacement& placement = placed.placement;
  const placement::LinkTimes links =
      placement::fit_to_network({levels, location.node_level, location.job.get()}, standing, graph, options, placement);
  if (!weights.empty()) placement.notes.push_back(std::move(weights));
  for (const std::string& key : settings.unknown_keys)
    placement.notes.push_back(fmt::format("unknown info key {} is ignored", key));
  GraphDecision decision;
  decision.report =
      make_report(choose::outcome(graph, standing, placement), placement, options, links, PMPI_Wtime() - start);
  report_graph({.function = call.function,
                .graph = graph,
                .weighted = weighted,
                .recognized = placed.recognized,
                .pretended = location.pretended,
                .placement = placement,
                .summary = decision.report},
               settings);
  decision.stays = placement.new_rank.empty();
  new_ranks = std::move(placement.new_rank).items();
  return decision;
} catch (const std::exception& error) {
  say(fmt::format("{}: all processes keep their ranks: {}", call.function, base::as_error(error).what()));
  return {};
}

}  // namespace cartwright::mpi
