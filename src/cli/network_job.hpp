// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/options.hpp"
#include "placement/job.hpp"

#include <memory>

namespace cartwright::cli {

/// The options that the subcommands about a network (network, place, simulate, view) share.
struct NetworkOptions : Options {
  std::string network;                ///< --network: a spec for read_network
  std::string state;                  ///< --state: a file for read_inventory, or "job"; without it all nodes are free
  std::string nodes;                  ///< --nodes: a host list in the job's order; without it the policy selects
  std::string policy = "contiguous";  ///< --policy
  std::int64_t count = 0;             ///< --count: nodes; 0: as many as the grid needs, or all that are free
  std::int64_t ranks_per_node = 1;    ///< --ranks-per-node
  std::string pattern = "stencil";    ///< --pattern
  std::string bytes = "1MiB";         ///< --bytes
  std::string routing = "minimal";    ///< --routing: minimal, valiant, ugal
  std::string paths = "shared";       ///< --paths: shared, single
  std::int64_t samples = 0;           ///< --samples
};

/// Each declares some of them on a subcommand.
void add_network_option(CLI::App& app, NetworkOptions& options);  ///< --network
void add_state_options(CLI::App& app, NetworkOptions& options);   ///< --state, --nodes, --policy, --count
/// --dims, --ndims, --stencil, --periodic, --ranks-per-node, --pattern, --bytes, --mapping, --tier, --budget, --seed
void add_job_options(CLI::App& app, NetworkOptions& options);
void add_routing_options(CLI::App& app, NetworkOptions& options);  ///< --routing, --paths, --samples

/// The job that the options describe. Reads the files of its pattern and stencil. Throws Error on a malformed option.
placement::JobSpec make_job_spec(const NetworkOptions& options);

traffic::Routing make_routing(const NetworkOptions& options);

/// The state of the nodes from the file of --state.
inventory::NodeTable make_node_table(const NetworkOptions& options, const network::Network& network);

/// Shows a progress bar for each step, unless the options ask for quiet or JSON.
placement::JobProgress job_progress(const Options& options);

/// A placed job, with everything it was made from.
struct NetworkJob : placement::PlacedJob {
  placement::JobSpec spec;
  std::unique_ptr<network::Network> network;
  inventory::NodeTable table;
};
/// Reads the network and the state of its nodes, and places the job. Throws Error.
NetworkJob make_network_job(const NetworkOptions& options);

}  // namespace cartwright::cli
