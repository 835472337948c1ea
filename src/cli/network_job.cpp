// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network_job.hpp"

#include "base/error.hpp"
#include "cli/progress.hpp"
#include "grid/parse.hpp"
#include "inventory/node_list.hpp"
#include "machine/hosts.hpp"
#include "network/networks.hpp"
#include "placement/parse_job.hpp"

#include <cstdlib>
#include <optional>

namespace cartwright::cli {

traffic::Routing make_routing(const NetworkOptions& options) {
  traffic::Routing routing;
  routing.kind = traffic::parse_routing(options.routing);
  routing.paths = placement::parse_paths(options.paths);
  if (options.samples < 0) base::fail(base::Status::invalid_argument, "--samples {} is negative", options.samples);
  routing.samples = options.samples;
  routing.seed = options.seed;
  return routing;
}

placement::JobSpec make_job_spec(const NetworkOptions& options) {
  if (options.ranks_per_node < 1)
    base::fail(base::Status::invalid_argument, "--ranks-per-node is {}: it must be at least 1", options.ranks_per_node);
  if (options.count < 0) base::fail(base::Status::invalid_argument, "--count {} is negative", options.count);
  const choose::Request request = make_request(options);
  placement::JobSpec spec;
  spec.ranks_per_node = options.ranks_per_node;
  spec.node_count = options.count;
  if (!options.nodes.empty()) spec.nodes = machine::expand_host_list(options.nodes);
  spec.policy = options.policy;
  spec.mapping = request.mapping;
  spec.tier = request.tier;
  spec.budget_seconds = options.budget;
  spec.seed = options.seed;
  spec.routing = make_routing(options);
  spec.dims = options.dims == "auto" ? grid::Coords() : grid::parse_dims(options.dims);
  spec.traffic.bytes = placement::parse_bytes(options.bytes);
  placement::parse_job_traffic(options.pattern, options.stencil, options.ndims, spec);
  if (!options.periodic.empty()) spec.periods = grid::parse_periods(options.periodic, spec.dims.size());
  return spec;
}

inventory::NodeTable make_node_table(const NetworkOptions& options, const network::Network& network) {
  if (options.state.empty()) return inventory::all_free(network);
  return inventory::match(network, options.state == "job" ? inventory::inventory_of_job(std::getenv)
                                                          : inventory::read_inventory(options.state));
}

namespace {

/// The bar of the current step.
class StepBar {
 public:
  explicit StepBar(bool quiet) : quiet_(quiet) {}
  void show(std::string_view step, double share) {
    if (!bar_ || step != step_) {
      bar_.reset();  // wipes the bar of the step before
      bar_.emplace(quiet_, step_ = step);
    }
    bar_->show(share);
  }

 private:
  bool quiet_;
  std::string step_;
  std::optional<Progress> bar_;
};

}  // namespace

placement::JobProgress job_progress(const Options& options) {
  return [bar = std::make_shared<StepBar>(options.quiet || options.json)](std::string_view step, double share) {
    bar->show(step, share);
  };
}

NetworkJob make_network_job(const NetworkOptions& options) {
  NetworkJob job;
  job.spec = make_job_spec(options);
  job.network = network::read_network(options.network);
  job.table = make_node_table(options, *job.network);
  static_cast<placement::PlacedJob&>(job) =
      placement::place_job(job.spec, *job.network, job.table, job_progress(options));
  return job;
}

}  // namespace cartwright::cli
