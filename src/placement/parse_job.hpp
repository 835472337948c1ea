// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/job.hpp"

namespace cartwright::placement {

/// Parses the traffic of a job, except for `bytes`. Empty dims become `ndims` dims to be chosen, or one if the pattern
/// does not follow a grid.
///  * `pattern`: stencil, rows, columns, transposes, alltoall, multicast:TARGETS, multicast:TARGETS:STRIDE, or the name
///    of a file for traffic::read_traffic;
///  * `stencil`: as for grid::parse_stencil; it is read only if the pattern needs it.
/// Throws Error: a malformed text, an unknown name, a file that cannot be read.
void parse_job_traffic(std::string_view pattern, std::string_view stencil, std::size_t ndims, JobSpec& spec);

/// "shared" or "single". Throws Error that lists the two.
network::Paths parse_paths(std::string_view name);
std::string_view to_string(network::Paths paths);

/// A number of bytes: "64", "512KiB", "2MiB", "1GB". Throws Error: not a number, negative, above 10^18.
double parse_bytes(std::string_view text);

}  // namespace cartwright::placement
