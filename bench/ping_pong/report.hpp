// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cartwright::bench {

/// Object members come out in the order in which they were written.
using Json = nlohmann::ordered_json;

/// A run as JSON; all that is printed or drawn is made from it.
///   "machine": text;
///   "mpis": [{"id", "title"}];
///   "results": one per MPI and layout: "mpi": its id; "layout", "application"; "bytes"; "seconds": lower quartiles
///   of a round trip by
///     "types" (the MPI alone), "manual" (a loop in C), "contiguous" (as many bytes that need no packing), "preloaded"
///     (types under libcartwright_preload); "speedup": {"types", "manual"}: their time over the preloaded
///     one's. "preloaded" and "speedup" only where a preload was given.

/// The part of the time that goes to packing: what exceeds a contiguous message, 0 to 1.
double packing_share(const Json& row, const std::string& how);

/// A table per MPI.
std::string ping_pong_text(const Json& report);

}  // namespace cartwright::bench
