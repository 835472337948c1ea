// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/options.hpp"
#include "report/writers.hpp"

namespace cartwright::cli {

/// One `--write FORMAT=FILE`.
struct Target {
  const report::Writer* writer;
  std::string path;
};

/// All of them. Throws Error, before any work is done: not FORMAT=FILE, an unknown format, a file that
/// exists and is not to be replaced.
std::vector<Target> parse_targets(const Options& options);

/// What their readers should know of these files.
std::vector<std::string> target_notes(const std::vector<Target>& targets, const report::Placement& placement);

/// Does one of them go where the report would?
bool fills_stdout(const std::vector<Target>& targets);

/// Writes them all.
void write_targets(const std::vector<Target>& targets, const report::Placement& placement, const Options& options);

}  // namespace cartwright::cli
