// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/graph_decide.hpp"

#include "base/checked.hpp"
#include "cost/place_graph.hpp"
#include "mpi/report.hpp"

#include <limits>

namespace cartwright::mpi {

namespace {

template <std::size_t size>
void copy_name(std::string_view text, char (&field)[size]) {
  *fmt::format_to_n(field, size - 1, "{}", text).out = '\0';
}

cw_cart_report summarize(const Graph& graph, const Standing& standing, const RankPlacement& placement,
                         const PlaceOptions& options, double seconds) {
  cw_cart_report report = {};
  report.size = sizeof report;
  report.nodes = checked_int(standing.machine().node_sizes().count(), "number of nodes");
  report.reordered = !placement.new_rank.empty();
  report.j_sum = placement.nodes_after().j_sum;
  report.j_max = placement.nodes_after().j_max;
  report.j_sum_before = placement.nodes_before().j_sum;
  report.j_max_before = placement.nodes_before().j_max;
  report.lower_bound = placement.lower_bound;
  if (const auto all = static_cast<double>(graph.total_weight()); all > 0) {
    report.data_share = report.j_sum / all;
    report.data_share_before = report.j_sum_before / all;
    report.data_share_bound = report.lower_bound / all;
  }
  if (report.j_sum > report.lower_bound)
    report.gap =
        report.lower_bound > 0 ? report.j_sum / report.lower_bound - 1 : std::numeric_limits<double>::infinity();
  report.seconds = seconds;
  copy_name(options.mapping == "auto" ? to_string(options.tier) : std::string_view{}, report.tier);
  copy_name(placement.mapping, report.mapping);
  return report;
}

}  // namespace

Graph graph_of(int places, const std::vector<int>& edges) {
  std::vector<GraphEdge> list(edges.size() / 3);
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {edges[3 * i], edges[3 * i + 1], edges[3 * i + 2]};
  return {places, list};
}

GraphDecision decide_graph(const GraphCall& call, bool weighted, const std::vector<int>& edges,
                           const Settings& settings, bool pretended, std::vector<RankLevel> levels,
                           std::vector<int>& new_ranks) try {
  const double start = PMPI_Wtime();
  // Those of the highest ranks may be left over.
  for (RankLevel& level : levels) level.domain_of_rank.resize(static_cast<std::size_t>(call.places));
  const Graph graph = graph_of(call.places, edges);
  const Standing standing(levels);
  PlaceOptions options = settings.place;
  options.reorder = settings.reorder;
  GraphPlacement placed = place(graph, standing, options);
  RankPlacement& placement = placed.placement;
  for (const std::string& key : settings.unknown_keys)
    placement.notes.push_back(fmt::format("info key {} is not known here: it is ignored", key));
  GraphDecision decision;
  decision.report = summarize(graph, standing, placement, options, PMPI_Wtime() - start);
  report_graph({.function = call.function,
                .graph = graph,
                .weighted = weighted,
                .recognised = placed.recognised,
                .pretended = pretended,
                .placement = placement,
                .summary = decision.report},
               settings);
  decision.stays = placement.new_rank.empty();
  new_ranks = std::move(placement.new_rank);
  return decision;
} catch (const std::exception& error) {
  say(fmt::format("{}: the processes stay as they are: {}", call.function, error.what()));
  return {};
}

}  // namespace cartwright::mpi
