// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/network_job.hpp"

namespace cartwright::cli {

/// The options of `cartwright network`. Each action uses some of them.
struct NetworkCommandOptions : NetworkOptions {
  std::string action;
  std::string compare;  ///< mappings; a routing that differs from --routing follows after a colon
  std::string jobs;     ///< a file with several jobs
  std::size_t top = 0;
  std::string svg;
  std::int64_t supernodes = 64;
  double point_nanoseconds = 5.71;
};

// The actions. Each returns the exit status and may throw Error.
int network_info(const NetworkCommandOptions& options);
int network_loads(const NetworkCommandOptions& options);
int network_study(const NetworkCommandOptions& options);

}  // namespace cartwright::cli
