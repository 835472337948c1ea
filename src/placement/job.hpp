// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose.hpp"
#include "inventory/inventory.hpp"
#include "placement/job_traffic.hpp"
#include "placement/network_map.hpp"

#include <optional>

namespace cartwright::placement {

/// A job to place on a network: a plain value.
struct JobSpec {
  grid::Coords dims = {0, 0};  ///< of the process grid; entries of 0 are chosen
  /// Without a value, only the grid of a one-dimensional multicast is periodic.
  std::optional<base::FixedVector<bool, grid::max_dims>> periods;
  JobTraffic traffic;

  std::int64_t ranks_per_node = 1;    ///< the last node may have fewer
  std::int64_t node_count = 0;        ///< 0: as many as the grid needs, or all free nodes where the grid leaves it open
  std::vector<std::string> nodes;     ///< the nodes in the job's order, by name; empty: the policy selects them
  std::string policy = "contiguous";  ///< a name in policies()
  std::string mapping = "auto";       ///< auto, network, a name in block_mappings() or in mapping::algorithms()
  choose::Tier tier = choose::Tier::balanced;  ///< for auto
  std::optional<double> budget_seconds;        ///< for each refinement; without a value, 2 for nodes and 1 for ranks
  std::uint64_t seed = 0;
  traffic::Routing routing;  ///< its seed is ignored: `seed` serves
};

/// A job on its nodes.
struct PlacedJob {
  NodeOfGroup nodes;
  std::string policy;  ///< "given" where the spec named the nodes
  std::int64_t ranks_per_node = 1;
  grid::Grid grid;
  grid::Stencil stencil;  ///< that mappings use, weights in bytes
  std::unique_ptr<traffic::Traffic> traffic;
  bool graph = false;  ///< whether the traffic follows no grid
  std::string mapping;
  traffic::NodeOfRank node_of_rank;  ///< the network's node of every rank (row-major in the grid)
  traffic::Routing routing;

  NetworkProblem problem(const network::Network& network) const;
};

/// Called with the name of a step, a policy or a mapping, and the share of it that is done, from 0 to 1.
using JobProgress = std::function<void(std::string_view step, double share)>;

/// Selects nodes among those that are free in the table, and maps the ranks onto them. Deterministic for a given seed,
/// unless the mapping ends by the clock: tier best, and the mapping refined. Throws Error: an unknown name, a node that
/// is down or missing, too few free nodes, dims that do not fill the nodes, traffic that does not fit the grid.
PlacedJob place_job(const JobSpec& spec, const network::Network& network, const inventory::NodeTable& table,
                    const JobProgress& progress = {});

/// The node of every rank of a placed job under `spec.mapping`. Tier, budget and seed are taken from the spec, too.
/// Throws Error: an unknown name, a mapping that cannot take the job.
traffic::NodeOfRank map_ranks(const PlacedJob& job, const network::Network& network, const JobSpec& spec,
                              const JobProgress& progress = {});

/// The bytes that one iteration of the job puts on every link.
traffic::LinkLoads link_loads(const PlacedJob& job, const network::Network& network);

}  // namespace cartwright::placement
