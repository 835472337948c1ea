// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pack/mpi_worker.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::bench {

/// Object members keep the order in which they were written.
using Json = nlohmann::ordered_json;

struct Options {
  bool quick = false;
  std::vector<std::string> parts = {"cache", "memory", "milc", "nested", "random", "commit"};
  std::vector<std::string> only;
  std::vector<std::string> workers;    ///< ID=COMMAND
  std::vector<std::string> preloaded;  ///< ID=COMMAND, each the same as a worker except for the preload
  std::string compiler = "cc";
  std::string milc;  ///< a file of datatypes, one per line
  int core = -1;
};

/// Runs all measurements that the options select. Binds this process to one core. The report has
///   "machine": text; "compiler": its command;
///   "contenders": [{"id", "title", "mpi": "openmpi", "mpich" or ""}];
///   "results": one per residency, layout and direction:
///     "residency": "cache", "memory" or "milc" (MILC's list, in cache); "direction": "pack" or "unpack"; "layout",
///     "application"; "bytes"; "list"; "seconds": {id: median of a call};
///     "speedup": {id: its time over ours, median of the rounds};
///   "commit": one per layout: "layout", "application", "list", "seconds", "kernel", "code_bytes" of both directions;
///   "preload": seconds of a call without and with the preload: "mpi", "title", "call", "layout", "plain", "preloaded".
Json measured(const Options& options);

/// The parts "commit" and "preload" of the report.
Json commit_costs(const std::vector<Case>& milc, bool quick);
Json preload_costs(const Options& options);

/// The datatypes of a file; none for "".
std::vector<Case> milc_cases(const std::string& path);

/// ID and command of a worker.
std::pair<std::string, std::string> split_worker(const std::string& worker);

}  // namespace cartwright::bench
