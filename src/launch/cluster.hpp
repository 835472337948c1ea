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

/// A cluster to emulate on this machine. Each host has an interface eth0; one switch connects all hosts.
struct Cluster {
  std::vector<std::string> hosts;   ///< names
  std::vector<std::int64_t> slots;  ///< processes a launcher may start on each
  std::string rate;                 ///< of every link, per direction, in the syntax of tc: "100mbit"; empty: no limit
  double bits_per_second = 0;       ///< the rate as a number
  std::string delay;                ///< one way between two hosts: "1ms"; empty: none
};

/// A file that the cluster needs.
struct ClusterFile {
  std::string path;
  std::string text;
  bool executable = false;
};

/// The steps that make a cluster, in order. A process in new namespaces runs them; when it ends, the kernel removes
/// everything.
struct ClusterPlan {
  std::vector<std::variant<CommandLine, ClusterFile>> steps;
  /// Variables for the launchers. A variable that is already set keeps its value.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Variables that the cluster sets in any case.
  std::vector<std::pair<std::string, std::string>> own;
  /// The words before a command to run it on the first host.
  CommandLine on_first_host;
};

/// Plans a cluster with its files in `folder`, an empty folder. `preload` is LD_PRELOAD on its hosts, or empty.
ClusterPlan plan_cluster(const Cluster& cluster, const std::string& folder, const std::string& preload);

/// The plan as a shell script, to run in new namespaces.
std::string script_of(const ClusterPlan& plan, const CommandLine& command);

/// Makes the cluster, runs the command on its first host, and removes the cluster in any case. Returns the exit status
/// of the command, or 128 + n after the termination signal n. Throws Error{unsupported} if the user is not root, a tool
/// is missing, or the kernel does not support the rate or delay; Error{io} if a step fails.
int run_cluster(const Cluster& cluster, const CommandLine& command);

}  // namespace cartwright::launch
