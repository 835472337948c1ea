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

/// All --write options. Throws Error, before any work is done, if one is not FORMAT=FILE, has an unknown format, or
/// names a file that exists and --force is not given.
std::vector<Target> parse_targets(const Options& options);

/// Notes for the readers of these files.
std::vector<std::string> target_notes(const std::vector<Target>& targets, const report::Placement& placement);

/// True if one of the targets is standard output, where the report would go.
bool fills_stdout(const std::vector<Target>& targets);

/// Writes all targets.
void write_targets(const std::vector<Target>& targets, const report::Placement& placement, const Options& options);

}  // namespace cartwright::cli
