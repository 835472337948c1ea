// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cartwright::bench {

/// Object members come out in the order in which they were written.
using Json = nlohmann::ordered_json;

/// A run as JSON; all that is printed or drawn is made from it.
///   "machine": text; "compiler": its command;
///   "contenders": [{"id", "title", "mpi": "openmpi", "mpich" or ""}];
///   "results": one per residency, layout and direction:
///     "residency": "cache", "memory" or "milc" (MILC's list, in cache); "direction": "pack" or "unpack"; "layout",
///     "application"; "bytes"; "list"; "seconds": {id: median of a call};
///     "speedup": {id: its time over ours, median of the rounds};
///   "commit": one per layout: "layout", "application", "list", "seconds", "kernel", "code_bytes" of both directions;
///   "preload": what a call costs without and with the preload: "mpi", "title", "call", "layout", "plain", "preloaded";
///   "milc": one per MPI, from the above: "id", "title"; "types": [{"layout", "speedup": of pack,
///     "uses": until the commit is paid back, null for never}]; "seventh": the share packed in less than 1/7 of its
///     time; "median_uses".

/// Adds "milc".
void evaluate(Json& report);

/// Tables: GB/s and speed-ups, what they come to, costs.
std::string pack_text(const Json& report);

/// Seed 002, figure 8: a histogram of speed-ups over each MPI.
std::string milc_speedup_svg(const Json& report);
/// Seed 002, figure 9: a histogram of uses until the commit is paid back.
std::string milc_reuse_svg(const Json& report);

}  // namespace cartwright::bench
