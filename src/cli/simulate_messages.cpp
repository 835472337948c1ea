// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/output_file.hpp"
#include "cli/order.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "cli/simulate.hpp"
#include "fluid/simulate.hpp"
#include "machine/measured.hpp"
#include "network/networks.hpp"
#include "placement/parse_job.hpp"
#include "report/job_report.hpp"
#include "report/report.hpp"
#include "report/simulation_report.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

fluid::Model make_model(const SimulateOptions& options) {
  fluid::Model model;
  model.sharing = fluid::parse_sharing(options.sharing);
  if (!(options.overhead >= 0) || options.overhead > 1)
    base::fail(base::Status::invalid_argument, "--overhead {} is out of range: give 0 to 1 seconds", options.overhead);
  model.link_latency = options.latency;
  model.message_overhead = options.overhead;
  if (!options.measured.empty()) {
    const machine::Measured measured = machine::read_measured(base::read_file(options.measured), options.measured);
    if (const machine::MeasuredLink* link = measured.between_nodes()) {
      model.link_latency = 0;  // the measured latency is that of a whole route
      model.message_latency = link->latency().median;
      model.message_overhead = 1 / link->messages_per_second.median;
      model.node_bandwidth = link->injection().bytes_per_second.median;
    }
    if (const machine::MeasuredLink* link = measured.in_node()) {
      model.copy_latency = options.collective.empty() ? link->latency().median : measured.memory_latency();
      model.copy_bandwidth = link->injection().bytes_per_second.median;
    }
  }
  if (options.copy_bandwidth) {
    model.copy_bandwidth = placement::parse_bytes(*options.copy_bandwidth);
    if (model.copy_bandwidth <= 0)
      base::fail(base::Status::invalid_argument, "--copy-bandwidth {} is not positive: leave it out for no limit",
                 *options.copy_bandwidth);
  }
  return model;
}

namespace {

struct OrderedRanks {
  std::string program = {};  ///< of a record
  placement::JobSpec spec = {};
  std::unique_ptr<network::Network> network = {};
  placement::PlacedJob job = {};
  traffic::NodeOfRank launched = {};
};

OrderedRanks ranks_of_pattern(SimulateOptions& options) {
  if (options.ranks_per_node == 0) options.ranks_per_node = 1;
  NetworkJob made = make_network_job(options);
  OrderedRanks ranks{.spec = std::move(made.spec), .network = std::move(made.network), .job = std::move(made)};
  ranks.launched = as_launched(ranks.job);
  return ranks;
}

OrderedRanks ranks_of_record(const SimulateOptions& options) {
  const RecordedTraffic read = read_traffic_record(options.program.front());
  OrderedRanks ranks{.program = read.record.header.program};
  ranks.spec = spec_of_record(options, read.pairs);
  ranks.spec.traffic.pattern_text = options.program.front();
  ranks.network = network::read_network(options.network);
  placement::OrderedJob ordered = placement::order_job(ranks.spec, known_of_record(options, read), *ranks.network,
                                                       make_node_table(options, *ranks.network), job_progress(options));
  ranks.job = std::move(ordered.job);
  ranks.launched = std::move(ordered.launched);
  return ranks;
}

}  // namespace

int simulate_messages(SimulateOptions options) {
  const fluid::Model model = make_model(options);
  if (!(options.tolerance >= 0) || options.tolerance > 1)
    base::fail(base::Status::invalid_argument, "--tolerance {} is out of range: give 0 to 1", options.tolerance);
  fluid::check_routing(traffic::parse_routing(options.routing));
  const OrderedRanks ranks = options.program.empty() ? ranks_of_pattern(options) : ranks_of_record(options);
  struct Order {
    const char* name;
    std::string mapping;
    const traffic::NodeOfRank& node_of_rank;
  };
  const std::array orders = {Order{"as launched", "blocked", ranks.launched},
                             Order{"Cartwright", ranks.job.mapping, ranks.job.node_of_rank}};
  const Progress progress(options.quiet || options.json, "simulating");
  std::vector<report::SimulatedRun> runs;
  for (const Order& order : orders) {
    const auto start = std::chrono::steady_clock::now();
    const fluid::Transfers transfers =
        fluid::transfers_of(*ranks.network, *ranks.job.traffic, order.node_of_rank, ranks.job.routing, model);
    const double done = 0.5 * static_cast<double>(runs.size());
    const fluid::Simulated simulated =
        fluid::simulate(transfers, options.tolerance, [&](double share) { progress.show(done + share / 2); });
    runs.push_back({.order = order.name,
                    .mapping = order.mapping,
                    .predicted_seconds = transfers.busiest_seconds(),
                    .simulated_seconds = simulated.seconds,
                    .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                    .simulated = simulated});
  }
  report::Json report = report::report_head("simulate");
  report["network"] = report::network_json(*ranks.network, options.network);
  report["jobs"] = report::Json::array({report::job_json(ranks.job, ranks.spec)});
  report["simulation"] = {{"model", report::model_json(model, options.tolerance)}};
  if (!ranks.program.empty()) report["simulation"]["record"] = ranks.program;
  report::add_runs(report["simulation"], runs);
  present(report, report::simulation_text(report, make_style(options)), options);
  return 0;
}

}  // namespace cartwright::cli
