// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/node_names.hpp"
#include "network/network.hpp"

#include <memory>
#include <optional>
#include <span>

namespace cartwright::inventory {

/// A level above the nodes: the domain of each node of the job. Nodes whose domain is unknown share none.
struct NodeLevel {
  std::string name;
  std::vector<int> domain;
};

/// Where the nodes of a job are on their machine.
struct JobNodes {
  std::string source;              ///< for reports: "theta.json", "SLURM_TOPOLOGY_ADDR"; empty if nothing is known
  std::vector<NodeLevel> levels;   ///< outermost first
  std::vector<std::string> notes;  ///< what could not be matched, one sentence each
  std::shared_ptr<const network::Network> network;  ///< the wiring, if it is known
  std::vector<network::Node> nodes;                 ///< in this network, -1 for a node that is not in it
  std::vector<int> numbers;  ///< of the nodes in the program, set by the caller: their domains at its node level

  bool wired() const;  ///< whether the network has all nodes
};

/// Finds the nodes of a job by their names. `spec` is a network in any form that network::read_network reads, or a
/// topology of Slurm or topograph. Throws Error: it cannot be read.
JobNodes locate_job(const std::string& spec, std::span<const NodeNames> job);

/// Throws Error if locate_job() cannot read this.
void check_network(const std::string& spec);

/// The first `count` nodes of a network or topology, as if the job ran there. Throws Error: it has fewer.
JobNodes pretend_job(const std::string& spec, int count);

/// Without a network: the levels that the nodes know themselves, by SLURM_TOPOLOGY_ADDR, the topology files of Slurm in
/// `slurm_folder` (not read if that is empty), locations on Cray systems, or, as a guess, patterns in host names.
JobNodes locate_job(std::span<const NodeNames> job, const std::filesystem::path& slurm_folder);

/// Numbers in host names as levels: "r1i2n3" is node 3 of i2 in r1. Empty if the names have no common form with two
/// numbers or more, or if they look like IP addresses.
std::vector<NodeLevel> levels_of_names(std::span<const std::string> hosts);

}  // namespace cartwright::inventory
