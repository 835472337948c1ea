// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/targets.hpp"

#include "base/error.hpp"
#include "base/output_file.hpp"

#include <algorithm>

namespace cartwright::cli {

namespace {

Existing existing(const Options& options) { return options.force ? Existing::replace : Existing::refuse; }

}  // namespace

std::vector<Target> parse_targets(const Options& options) {
  std::vector<Target> targets;
  for (const std::string& text : options.writes) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      fail(Status::invalid_argument, "--write {}: give FORMAT=FILE, for instance csv=ranks.csv", text);
    targets.push_back({&find_writer(text.substr(0, equals)), text.substr(equals + 1)});
    check_writable(targets.back().path, existing(options));
  }
  return targets;
}

bool names_hosts(const std::vector<Target>& targets) {
  return std::ranges::any_of(targets, [](const Target& target) { return target.writer->names_hosts; });
}

bool fills_stdout(const std::vector<Target>& targets) {
  return std::ranges::any_of(targets,
                             [](const Target& target) { return target.path == "-" || target.path == "/dev/stdout"; });
}

void write_targets(const std::vector<Target>& targets, const Placement& placement, const Options& options) {
  for (const auto& [writer, path] : targets) write_file(path, writer->write(placement), existing(options));
}

}  // namespace cartwright::cli
