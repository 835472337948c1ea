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
///     "residency": "cache" or "memory"; "direction": "pack" or "unpack"; "layout", "application"; "bytes"; "list";
///     "seconds": {id: median of a call}; "speedup": {id: its time over ours, median of the rounds}.

/// A table per residency and direction, then what it comes to.
std::string pack_text(const Json& report);

}  // namespace cartwright::bench
