// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cartwright::bench {

using Json = nlohmann::ordered_json;

/// Runs as JSON, from which tables and figures are made.
///   "runs": one per run of the program: "machine", "mpi", "network": texts; "results": one per set of processes and
///   message: "processes"; "nodes": number of their nodes; "per_node": most processes on one node; "bytes" from each
///   process to each other; seconds of the slowest process: "median", "lower_quartile", "upper_quartile"; and, computed
///   from the median, bytes per second that a process sends to others, "process_bandwidth", and that the processes of a
///   node send, "node_bandwidth".

std::string bandwidth_text(const Json& report);
/// Bandwidth of a process and of a node over message size [Aseeri2019, figure 7].
std::string bandwidth_svg(const Json& report);

}  // namespace cartwright::bench
