// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/network_job.hpp"

namespace cartwright::cli {

/// A job of a file of several.
struct NamedJob {
  std::string name;
  NetworkOptions options;
};

/// The jobs of a JSON file; what one does not say is as `defaults` have it. Throws Error: no such file, a malformed
/// one, an unknown member, two jobs of one name.
std::vector<NamedJob> read_jobs(const std::string& path, const NetworkOptions& defaults);

}  // namespace cartwright::cli
