// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/fabric.hpp"
#include "launch/process.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cartwright::launch {

/// A cluster to emulate on this machine. Each host has an interface eth0; one bridge connects all hosts.
struct Cluster {
  std::vector<std::string> hosts;   ///< names
  std::vector<std::int64_t> slots;  ///< processes a launcher may start on each
  LinkSpeed speed;                  ///< of every link to the bridge, per direction; the delay is one way between hosts
  /// A network of switches for the messages of MPI. Each host then has a second interface, net0. The bridge is for
  /// launchers.
  std::optional<Fabric> fabric;
  bool netem = true;  ///< the kernel delays packets; otherwise, links with a delay are cables (cables.hpp)
};

/// A file that the cluster needs.
struct ClusterFile {
  std::string path;
  std::string text;
  bool executable = false;
};

using ClusterStep = std::variant<CommandLine, ClusterFile>;

/// The steps that make a cluster, in order. A process in new namespaces runs them; when it ends, the kernel removes
/// everything.
struct ClusterPlan {
  std::vector<ClusterStep> steps;
  /// Variables for the launchers. A variable that is already set keeps its value.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Variables that the cluster sets in any case.
  std::vector<std::pair<std::string, std::string>> own;
  /// The words before a command to run it on the first host.
  CommandLine on_first_host;
};

/// Whether this kernel can delay packets. Without root this cannot be tried: then true.
bool has_netem();

/// Plans a cluster with its files in `folder`, an empty folder.
ClusterPlan plan_cluster(const Cluster& cluster, const std::string& folder);

/// The plan as a shell script, to run in new namespaces.
std::string script_of(const ClusterPlan& plan, const CommandLine& command);

/// Makes the cluster, runs the command on its first host, and removes the cluster in any case. Returns the exit status
/// of the command, or 128 + n after the termination signal n. If there is a fabric, `report` gets what its links sent
/// while the command ran. Throws Error{unsupported} if the user is not root, a tool is missing, or the kernel does not
/// support the rate or delay, or so many namespaces; Error{io} if a step fails.
int run_cluster(const Cluster& cluster, const CommandLine& command,
                const std::function<void(const FabricCounters&)>& report);

}  // namespace cartwright::launch
