// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/targets.hpp"

#include "base/error.hpp"
#include "base/output_file.hpp"

#include <algorithm>

namespace cartwright::cli {

namespace {

base::Existing existing(const Options& options) {
  return options.force ? base::Existing::replace : base::Existing::refuse;
}

}  // namespace

std::vector<Target> parse_targets(const Options& options) {
  std::vector<Target> targets;
  for (const std::string& text : options.writes) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      base::fail(base::Status::invalid_argument, "--write {}: give FORMAT=FILE, for example csv=ranks.csv", text);
    targets.push_back({&report::find_writer(text.substr(0, equals)), text.substr(equals + 1)});
    base::check_writable(targets.back().path, existing(options));
  }
  return targets;
}

std::vector<std::string> target_notes(const std::vector<Target>& targets, const report::Placement& placement) {
  std::vector<std::string> notes;
  const bool names_hosts =
      std::ranges::any_of(targets, [](const Target& target) { return target.writer->names_hosts; });
  if (names_hosts && placement.problem.machine().hosts().empty())
    notes.push_back(fmt::format("the machine has no host names: the files use {}, ...", placement.hosts.front()));
  for (const Target& target : targets)
    if (target.writer->caveat != nullptr)
      if (std::string caveat = target.writer->caveat(placement); !caveat.empty()) notes.push_back(std::move(caveat));
  return notes;
}

bool fills_stdout(const std::vector<Target>& targets) {
  return std::ranges::any_of(targets,
                             [](const Target& target) { return target.path == "-" || target.path == "/dev/stdout"; });
}

void write_targets(const std::vector<Target>& targets, const report::Placement& placement, const Options& options) {
  for (const auto& [writer, path] : targets) base::write_file(path, writer->write(placement), existing(options));
}

}  // namespace cartwright::cli
