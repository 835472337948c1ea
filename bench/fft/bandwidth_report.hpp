// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cartwright::bench {

using Json = nlohmann::ordered_json;

/// Runs as JSON; all that is printed or drawn is made from it.
///   "runs": one per run of the program: "machine", "mpi", "network": texts; "results": one per set of processes and
///   message: "processes"; "nodes" that they are on; "per_node": most on one; "bytes" from each to each other one;
///   seconds of the slowest process: "median", "lower_quartile", "upper_quartile"; and by the median,
///   bytes per second that a process sends to others, "process_bandwidth", and that those of a node send,
///   "node_bandwidth".

std::string bandwidth_text(const Json& report);
/// Seed 003, figure 7: bandwidth of a process and of a node over the size of messages.
std::string bandwidth_svg(const Json& report);

}  // namespace cartwright::bench
