// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/network_job.hpp"

namespace cartwright::cli {

/// One of the jobs in a file.
struct NamedJob {
  std::string name;
  placement::JobSpec spec;
};

/// The jobs of a JSON file. Members that a job leaves out are taken from `defaults`. Throws Error: no such file, a
/// malformed one, an unknown member, two jobs of one name.
std::vector<NamedJob> read_jobs(const std::string& path, const NetworkOptions& defaults);

}  // namespace cartwright::cli
