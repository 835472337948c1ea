// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "cli/order.hpp"
#include "cost/graph_cut.hpp"
#include "network/networks.hpp"
#include "placement/job_launch.hpp"
#include "placement/order_job.hpp"
#include "record/place_parts.hpp"
#include "report/job_report.hpp"
#include "report/link_report.hpp"
#include "report/order_report.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::cli {

placement::JobSpec spec_of_record(const NetworkOptions& options, const record::Pairs& pairs) {
  NetworkOptions job = options;
  if (options.ranks_per_node == 0) job.ranks_per_node = 1;
  placement::JobSpec spec = make_job_spec(job);
  if (options.ranks_per_node == 0) {
    const std::int64_t nodes = spec.nodes.empty() ? spec.node_count : static_cast<std::int64_t>(spec.nodes.size());
    if (nodes == 0)
      base::fail(base::Status::invalid_argument, "give --nodes, or --count or --ranks-per-node, with --network");
    spec.ranks_per_node = (pairs.ranks - 1) / nodes + 1;
  }
  placement::JobTraffic::Messages messages{pairs.ranks, {}};
  messages.list.reserve(pairs.pairs.size());
  for (const record::Pair& pair : pairs.pairs)
    messages.list.push_back({base::Rank(pair.from), base::Rank(pair.to), pair.bytes});
  spec.dims = {0};
  spec.traffic.pattern = std::move(messages);
  spec.traffic.stencil = grid::Stencil::nearest_neighbor(1);
  return spec;
}

placement::OrderJobOptions known_of_record(const Options& options, const RecordedTraffic& read) {
  placement::OrderJobOptions known;
  if (read.structure) known.grid = {read.structure->grid, read.structure->stencil};
  if (!read.parts.empty())
    known.others = [&read, effort = place_options(options)](const machine::Machine& nodes) {
      return record::place_parts(read.parts, locations_on(nodes, read.pairs.ranks), effort);
    };
  return known;
}

void order_on_network(const OrderOptions& options, const RecordedTraffic& read, const std::vector<Target>& targets,
                      report::Json& report) {
  const record::Pairs& pairs = read.pairs;
  const placement::JobSpec spec = spec_of_record(options, pairs);
  const auto network = network::read_network(options.network);
  const inventory::NodeTable table = make_node_table(options, *network);
  placement::OrderJobOptions known = known_of_record(options, read);
  known.keep_rank_0 = options.keep_rank_0;
  placement::OrderedJob ordered = placement::order_job(spec, known, *network, table, job_progress(options));

  const placement::JobLaunch launch = placement::make_launch(ordered.job, table);
  const machine::Machine& machine = launch.problem.machine();
  const mapping::Graph graph = record::graph_of(pairs);
  mapping::Order launched(launch.order.size());
  for (const machine::Slot slot : launched.ids()) launched[slot] = grid::Cell(slot.number());

  std::vector<report::NamedLoads> loads = {{"ordered", placement::link_loads(ordered.job, *network)}};
  const std::string mapping = ordered.job.mapping;
  ordered.job.node_of_rank = ordered.launched;
  loads.insert(loads.begin(), {"as launched", placement::link_loads(ordered.job, *network)});

  report["network"] = report::network_json(*network, options.network);
  report::Json& order = report["order"];
  order = {
      {"mapping", mapping},
      {"levels", levels_json(cost::edge_cut(graph, machine, launched), cost::edge_cut(graph, machine, launch.order))}};
  order.update(report::bounds_json(record::node_bounds(pairs, read.structure, machine.node_sizes())));
  order.update({{"new_rank", base::numbers(launch.order)},
                {"loads", report::loads_json(network->wiring(), loads)},
                {"notes", ordered.notes}});
  const record::NodeTraffic before = record::between_nodes(pairs, machine, launched);
  const record::NodeTraffic after = record::between_nodes(pairs, machine, launch.order);
  add_messages(order, before, after, options.time);
  add_amounts(order, read, machine, launched, launch.order);
  if (const std::string note = record::growth_note(before, after, options.time); !note.empty())
    order["notes"].push_back(note);
  const report::Placement placement = report::make_placement(launch.problem, launch.order, report);
  for (const std::string& note : target_notes(targets, placement)) order["notes"].push_back(note);
  write_targets(targets, placement, options);
}

}  // namespace cartwright::cli
