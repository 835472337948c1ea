// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cartwright::bench {

/// Object members keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// A run as JSON, from which tables and figures are made.
///   "machine": text; "compiler": its command;
///   "contenders": [{"id", "title", "mpi": "openmpi", "mpich" or ""}];
///   "results": one per residency, layout and direction:
///     "residency": "cache", "memory" or "milc" (MILC's list, in cache); "direction": "pack" or "unpack"; "layout",
///     "application"; "bytes"; "list"; "seconds": {id: median of a call};
///     "speedup": {id: its time over ours, median of the rounds};
///   "commit": one per layout: "layout", "application", "list", "seconds", "kernel", "code_bytes" of both directions;
///   "preload": seconds of a call without and with the preload: "mpi", "title", "call", "layout", "plain", "preloaded";
///   "milc": one per MPI, from the above: "id", "title"; "types": [{"layout", "speedup": of pack,
///     "uses": number of uses until the commit has paid off, null for never}]; "seventh": the share of types packed in
///     less than 1/7 of the time of this MPI; "median_uses".

/// Adds "milc".
void evaluate(Json& report);

/// Tables: GB/s and speed-ups, their summary, and costs.
std::string pack_text(const Json& report);

}  // namespace cartwright::bench
