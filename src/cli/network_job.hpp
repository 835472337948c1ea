// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/options.hpp"
#include "cost/link_loads.hpp"
#include "placement/inventory.hpp"

#include <memory>

namespace cartwright::cli {

/// What the subcommands that look at a network (network, place, simulate, view) share.
struct NetworkOptions : Options {
  std::string network;  ///< --network: a spec for read_network
  std::string state;    ///< --state: a file for read_inventory; without it all nodes are free
  std::string nodes;    ///< --nodes: the job's nodes as a host list, in order; without it the policy chooses
  std::string policy = "contiguous";  ///< --policy
  std::int64_t count = 0;             ///< --count: nodes of the job; 0: as many as the grid needs, or all that are free
  std::int64_t ranks_per_node = 1;    ///< --ranks-per-node
  std::string pattern =
      "stencil";  ///< --pattern: stencil, rows, columns, transposes, alltoall, multicast:N[:STRIDE], or a file
  std::string bytes = "1MiB";  ///< --bytes: of one message along an offset of weight 1, or per pair of an all-to-all
  std::string routing = "minimal";  ///< --routing: minimal, valiant, ugal
  std::string paths = "shared";     ///< --paths: shared, single
  std::int64_t samples = 0;         ///< --samples
};

/// Each declares some of them on a subcommand.
void add_network_option(CLI::App& app, NetworkOptions& options);  ///< --network
void add_state_options(CLI::App& app, NetworkOptions& options);   ///< --state, --nodes, --policy, --count
void add_job_options(CLI::App& app,
                     NetworkOptions& options);  ///< --dims, --ndims, --stencil, --periodic, --ranks-per-node,
                                                ///< --pattern, --bytes, --mapping, --budget, --seed
void add_routing_options(CLI::App& app, NetworkOptions& options);  ///< --routing, --paths, --samples

/// The job that the options describe, on its nodes.
struct NetworkJob {
  std::unique_ptr<Network> network;
  NodeTable table;
  std::vector<Node> nodes;  ///< of the job, in the order in which a launcher fills them
  std::int64_t ranks_per_node = 1;
  Grid grid;
  std::unique_ptr<Traffic> traffic;
  std::string mapping;             ///< what the ranks were mapped by
  std::vector<Node> node_of_rank;  ///< the network's node of every rank (row-major in the grid)
  Routing routing;
};
/// Reads files, chooses nodes, maps the ranks. Throws Error on anything that cannot be.
NetworkJob make_network_job(const NetworkOptions& options);

/// Bytes: "64", "512KiB", "2MiB", "1GB". Throws Error{parse}.
double parse_bytes(std::string_view text);

}  // namespace cartwright::cli
