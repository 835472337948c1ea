// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "capi/network_p.hpp"
#include "machine/hosts.hpp"
#include "placement/job_launch.hpp"
#include "placement/parse_job.hpp"
#include "report/job_report.hpp"
#include "report/report.hpp"
#include "traffic/load_stats.hpp"

#include <nlohmann/json.hpp>

#include <mutex>

using namespace cartwright;
using boundary::guarded;
using boundary::required;

struct cw_job {
  std::shared_ptr<const capi::SharedNetwork> shared;
  inventory::NodeTable table;
  placement::JobSpec spec;
  placement::PlacedJob placed;

  std::vector<std::int64_t> dims, node_of_rank;
  std::vector<std::int64_t> nodes;  ///< sorted by name
  std::string node_list;
  mapping::Order order;
  traffic::LinkLoads loads;
  std::vector<traffic::ClassLoads> classes;
  traffic::Bottleneck bottleneck;

  mutable std::once_flag explained;
  mutable std::string explanation;
};

namespace {

/// NULL is the default.
void set(std::string& value, const char* given) {
  if (given != nullptr) value = given;
}

placement::JobTraffic::Messages make_messages(const cw_job_options& options) {
  placement::JobTraffic::Messages messages;
  for (std::size_t i = 0; i < options.message_count; ++i) {
    const std::int64_t from = (&required(options.message_from, "options.message_from"))[i];
    const std::int64_t to = (&required(options.message_to, "options.message_to"))[i];
    const double bytes = (&required(options.message_bytes, "options.message_bytes"))[i];
    messages.ranks =
        std::max({messages.ranks, base::checked_add(from, 1, "a rank"), base::checked_add(to, 1, "a rank")});
    messages.list.push_back({traffic::Rank(from), traffic::Rank(to), bytes});
  }
  return messages;
}

void set_grid_and_traffic(const cw_job_options& options, placement::JobSpec& spec) {
  const std::size_t ndims = options.ndims;
  spec.dims = {};
  if (options.dims != nullptr)
    for (std::size_t i = 0; i < ndims; ++i) spec.dims.push_back(options.dims[i]);
  else if (ndims > 0)
    spec.dims = grid::Coords(ndims, 0);
  if (options.bytes != 0) spec.traffic.bytes = options.bytes;
  if (options.message_count > 0) {
    if (options.pattern != nullptr)
      base::fail(base::Status::invalid_argument, "options.pattern is '{}' and there are {} messages: give one of them",
                 options.pattern, options.message_count);
    if (spec.dims.empty()) spec.dims = {0};
    placement::parse_job_traffic("stencil", options.stencil == nullptr ? "nn" : options.stencil, 2, spec);
    spec.traffic.pattern = make_messages(options);
    spec.traffic.pattern_text = "messages";
  } else {
    placement::parse_job_traffic(options.pattern == nullptr ? "stencil" : options.pattern,
                                 options.stencil == nullptr ? "nn" : options.stencil, 2, spec);
  }
  if (options.periods != nullptr) {
    spec.periods.emplace();
    for (std::size_t i = 0; i < spec.dims.size(); ++i) spec.periods->push_back(options.periods[i] != 0);
  }
}

placement::JobSpec make_spec(const cw_job_options& options) {
  placement::JobSpec spec;
  set_grid_and_traffic(options, spec);
  if (options.ranks_per_node != 0) spec.ranks_per_node = options.ranks_per_node;
  spec.node_count = options.node_count;
  if (options.nodes != nullptr) spec.nodes = machine::expand_host_list(options.nodes);
  spec.policy = "predicted";
  set(spec.policy, options.policy);
  set(spec.mapping, options.mapping);
  if (options.tier != nullptr) spec.tier = choose::parse_tier(options.tier);
  if (options.budget_seconds != 0) spec.budget_seconds = std::max(options.budget_seconds, 0.0);
  spec.seed = options.seed;
  spec.routing = capi::make_routing(options.routing, options.paths, options.samples, options.seed);
  return spec;
}

/// Fills the members that the functions below hand out.
void finish(cw_job& job) {
  const network::Network& network = *job.shared->network;
  job.dims.assign(job.placed.grid.dims().begin(), job.placed.grid.dims().end());
  for (const network::Node node : job.placed.node_of_rank) job.node_of_rank.push_back(node.number());
  placement::JobLaunch launch = placement::make_launch(job.placed, job.table);
  job.node_list = machine::compress_host_list(launch.problem.machine().hosts());
  job.order = std::move(launch.order);
  const machine::Sizes& nodes = launch.problem.machine().node_sizes();
  for (std::int64_t node = 0; node < nodes.count(); ++node)
    job.nodes.push_back(job.node_of_rank[job.order[machine::Slot(nodes.start(node))].index()]);
  job.loads = placement::link_loads(job.placed, network);
  job.classes = traffic::class_loads(network.wiring(), job.loads);
  job.bottleneck = traffic::bottleneck(network.wiring(), job.loads);
}

std::string explain(const cw_job& job) {
  report::Json report = report::report_head("place");
  report::add_placed_jobs(report, *job.shared->network, job.shared->text, job.table, std::span(&job.placed, 1),
                          job.spec);
  return report::pretty(report);
}

}  // namespace

cw_status cw_job_place(const cw_network* network, const cw_job_options* options, cw_job** job) {
  return guarded([&] {
    required(job, "job");
    const cw_job_options known = boundary::known(options, cw_job_options CW_JOB_OPTIONS_INIT, "options");
    auto made = std::make_unique<cw_job>();
    made->shared = required(network, "network").shared;
    const network::Network& given = *made->shared->network;
    made->spec = make_spec(known);
    made->table = known.state == nullptr ? inventory::all_free(given)
                                         : inventory::match(given, inventory::read_inventory(known.state));
    made->placed = placement::place_job(made->spec, given, made->table);
    finish(*made);
    *job = made.release();
  });
}

void cw_job_free(cw_job* job) { delete job; }

namespace {

/// Hands out an array and its length.
template <typename Values, typename T, typename Count>
void hand_out(const Values& values, const char* count_name, Count* count, const char* name, const T** array) {
  required(count, count_name);
  required(array, name) = values.data();
  *count = static_cast<Count>(values.size());
}

}  // namespace

cw_status cw_job_dims(const cw_job* job, size_t* ndims, const int64_t** dims) {
  return guarded([&] { hand_out(required(job, "job").dims, "ndims", ndims, "dims", dims); });
}

cw_status cw_job_node_of_rank(const cw_job* job, int64_t* ranks, const int64_t** nodes) {
  return guarded([&] { hand_out(required(job, "job").node_of_rank, "ranks", ranks, "nodes", nodes); });
}

cw_status cw_job_nodes(const cw_job* job, int64_t* count, const int64_t** nodes) {
  return guarded([&] { hand_out(required(job, "job").nodes, "count", count, "nodes", nodes); });
}

cw_status cw_job_node_list(const cw_job* job, const char** list) {
  return guarded([&] { required(list, "list") = required(job, "job").node_list.c_str(); });
}

cw_status cw_job_order(const cw_job* job, int64_t* ranks, const int64_t** order) {
  return guarded([&] { hand_out(base::numbers(required(job, "job").order), "ranks", ranks, "order", order); });
}

cw_status cw_job_loads(const cw_job* job, int64_t* links, const double** loads) {
  return guarded([&] { hand_out(required(job, "job").loads.links.items(), "links", links, "loads", loads); });
}

cw_status cw_job_stats(const cw_job* job, cw_link_stats* stats) {
  return guarded([&] {
    const cw_job& given = required(job, "job");
    const network::LinkId busiest = given.bottleneck.link;
    boundary::write_results(stats,
                            {0, given.bottleneck.seconds(), given.bottleneck.terminal, given.loads.minimal_part,
                             busiest.number(), busiest == network::LinkId(-1) ? 0 : given.loads.links[busiest],
                             static_cast<std::int64_t>(given.classes.size())},
                            "stats");
  });
}

cw_status cw_job_class_stats(const cw_job* job, int64_t index, cw_class_stats* stats) {
  return guarded([&] {
    const std::vector<traffic::ClassLoads>& classes = required(job, "job").classes;
    boundary::check_index(index, static_cast<std::int64_t>(classes.size()), "index");
    const traffic::ClassLoads& row = classes[index];
    boundary::write_results(stats,
                            {0, row.name.c_str(), row.title.c_str(), row.bandwidth, row.links, row.used, row.bytes,
                             row.least, row.average, row.most},
                            "stats");
  });
}

const char* cw_job_explain_json(const cw_job* job) {
  return boundary::guarded_text([&]() -> const std::string& {
    const cw_job& given = required(job, "job");
    std::call_once(given.explained, [&] { given.explanation = explain(given); });
    return given.explanation;
  });
}
