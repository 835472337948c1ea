// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cartwright::launch {

/// Hosts that are to be made on this machine, each with an interface eth0 to a switch that joins them all.
struct Cluster {
  std::vector<std::string> hosts;   ///< names
  std::vector<std::int64_t> slots;  ///< processes a launcher may start on each
  std::string rate;                 ///< of every link, each direction for itself, as tc takes it: "100mbit"; empty: any
  double bits_per_second = 0;       ///< the same as a number
  std::string delay;                ///< one way between two hosts: "1ms"; empty: none
};

/// A file of the cluster.
struct ClusterFile {
  std::string path;
  std::string text;
  bool executable = false;
};

/// How a cluster is made, in this order, by a process in namespaces of its own, so that all is gone when it ends.
struct ClusterPlan {
  std::vector<std::variant<CommandLine, ClusterFile>> steps;
  /// What launchers read; a variable that is set already stays as it is, but for those of `own`.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::pair<std::string, std::string>> own;
  /// Before a command that is to run on the first host.
  CommandLine on_first_host;
};

/// Plans a cluster whose files live in `folder`, an empty one. `preload` is LD_PRELOAD on its hosts, or empty.
ClusterPlan plan_cluster(const Cluster& cluster, const std::string& folder, const std::string& preload);

/// The plan as a script for a shell that runs in such namespaces.
std::string script_of(const ClusterPlan& plan, const CommandLine& command);

/// Makes the cluster, runs the command on its first host and leaves nothing behind, whatever happens. Returns the exit
/// status of the command; 128 + n when signal n asked for an end. Throws Error: this is not root, a tool is lacking,
/// the kernel lacks what rate or delay need (Status::unsupported), a step failed (Status::io).
int run_cluster(const Cluster& cluster, const CommandLine& command);

}  // namespace cartwright::launch
