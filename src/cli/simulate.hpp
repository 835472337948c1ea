// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/network_job.hpp"
#include "fluid/simulate.hpp"
#include "launch/process.hpp"

namespace cartwright::cli {

struct SimulateOptions : NetworkOptions {
  SimulateOptions() {
    mapping = "network";
    paths = "single";    // SimGrid sends each message along one path
    ranks_per_node = 0;  // a record's ranks are divided evenly
  }
  double latency = 1e-7;
  // For messages without a program.
  std::string sharing = "round-trip";
  double overhead = 0;
  std::optional<std::string> copy_bandwidth;
  std::string measured;  ///< a file of `cartwright measure`
  double tolerance = fluid::default_tolerance;
  std::string collective;
  // For a program.
  bool compute = false;
  std::vector<std::string> settings;
  std::string keep;
  double timeout = 600;
  launch::CommandLine program;  ///< or a record; empty: the messages of --pattern
};

/// The node of each rank in the order of launchers: ranks fill the nodes one after the other.
traffic::NodeOfRank as_launched(const placement::PlacedJob& job);

/// The flow model of the options, with what --measured gives. Throws Error.
fluid::Model make_model(const SimulateOptions& options);

/// Simulates the ways of --collective, for each block size of --bytes.
int simulate_collective(SimulateOptions options);

/// Simulates the messages of --pattern or of a record, without a program.
int simulate_messages(SimulateOptions options);

}  // namespace cartwright::cli
