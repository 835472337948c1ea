// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"

#include <string>
#include <vector>

namespace cartwright::bench {

/// What neighbor_alltoall prints of its report, a JSON document with the members
///   "program", "mpi", "machine", "network": strings; "processes", "hosts": integers; "dims": [integer];
///   "results": one per stencil, size and mapping, in this order: "stencil", "mapping", "title": strings; "size": bytes
///     to each neighbor; "j_sum", "j_max": messages between hosts, in all and of the busiest host (out or in,
///     whichever is more); "median", "low", "high": seconds, with the 95 % confidence interval; "samples", "outliers":
///     counts; "seconds": [number], as measured;
///   "largest": one per stencil and mapping, at the largest size: "bytes" of the busiest host, "seconds", "predicted"
///   and
///     "measured", the speed-up over blocked (null where the mapping sends nothing between hosts);
///   "rank_correlation": of seconds with bytes over "largest".

/// Adds "largest" and "rank_correlation" to a report that has all else.
void evaluate(report::Json& report);

/// Tables: times per stencil and size, then predicted against measured.
std::string neighbor_text(const report::Json& report);

/// A line per result.
std::string neighbor_csv(const report::Json& report);

}  // namespace cartwright::bench
