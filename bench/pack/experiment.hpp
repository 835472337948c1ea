// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pack/mpi_worker.hpp"
#include "pack/report.hpp"

namespace cartwright::bench {

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

/// Runs all measurements that the options select, for a report as in report.hpp. Binds this process to one core.
Json measured(const Options& options);

/// The parts "commit" and "preload" of the report.
Json commit_costs(const std::vector<Case>& milc, bool quick);
Json preload_costs(const Options& options);

/// The datatypes of a file; none for "".
std::vector<Case> milc_cases(const std::string& path);

/// ID and command of a worker.
std::pair<std::string, std::string> split_worker(const std::string& worker);

}  // namespace cartwright::bench
