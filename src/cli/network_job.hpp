// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/options.hpp"
#include "inventory/inventory.hpp"
#include "placement/network_map.hpp"

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
                                                ///< --pattern, --bytes, --mapping, --tier, --budget, --seed
void add_routing_options(CLI::App& app, NetworkOptions& options);  ///< --routing, --paths, --samples

/// A job on its nodes.
struct PlacedJob {
  std::vector<network::Node> nodes;  ///< of the job, in the order in which a launcher fills them
  std::string policy;       ///< that chose them; "given" where --nodes did
  std::int64_t ranks_per_node = 1;
  grid::Grid grid;
  grid::Stencil stencil;  ///< that mappings go by, weights in bytes: the pattern where it is a stencil, else what is like it
  std::unique_ptr<traffic::Traffic> traffic;
  bool graph = false;              ///< the traffic follows no grid
  std::string mapping;             ///< what the ranks were mapped by
  std::vector<network::Node> node_of_rank;  ///< the network's node of every rank (row-major in the grid)
  traffic::Routing routing;

  placement::NetworkProblem problem(const network::Network& network) const;
};
/// Chooses nodes, maps the ranks. Throws Error on anything that cannot be.
PlacedJob place_job(const NetworkOptions& options, const network::Network& network, const inventory::NodeTable& table);

/// The job that the options describe, and the network that it is on.
struct NetworkJob : PlacedJob {
  std::unique_ptr<network::Network> network;
  inventory::NodeTable table;
};
/// Reads files, chooses nodes, maps the ranks. Throws Error on anything that cannot be.
NetworkJob make_network_job(const NetworkOptions& options);

/// The state of the nodes as --state says it.
inventory::NodeTable make_node_table(const NetworkOptions& options, const network::Network& network);

/// The node of every rank of a job by any mapping: one of [PERCS] (DEF, ...), network, auto, or an algorithm of the
/// registry. Throws Error that lists the names there are.
std::vector<network::Node> map_ranks(const PlacedJob& job, const network::Network& network, std::string_view mapping,
                            const NetworkOptions& options);

traffic::Routing make_routing(const NetworkOptions& options);

/// The head of a report: the network, and the job on it.
report::Json network_json(const network::Network& network, std::string_view spec);
report::Json placed_job_json(const PlacedJob& job, const NetworkOptions& options);

/// Bytes: "64", "512KiB", "2MiB", "1GB". Throws Error{parse, invalid_argument, overflow}.
double parse_bytes(std::string_view text);

}  // namespace cartwright::cli
