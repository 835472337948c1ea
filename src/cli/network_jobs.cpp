// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network_jobs.hpp"

#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace cartwright::cli {

std::vector<NamedJob> read_jobs(const std::string& path, const NetworkOptions& defaults) {
  constexpr std::size_t most = 4096;
  const auto root = base::parse_json(base::read_file(path), path);
  const auto& list = base::expect_array(root, path);
  if (list.empty() || list.size() > most)
    base::fail(base::Status::invalid_argument, "{} has {} jobs: give 1 to {}", path, list.size(), most);
  std::vector<NamedJob> jobs;
  for (const auto& item : list) {
    const std::string what = fmt::format("job {} of {}", jobs.size() + 1, path);
    base::expect_members(item, what,
                         {"name", "dims", "ndims", "stencil", "periodic", "pattern", "bytes", "ranks_per_node", "nodes",
                          "policy", "count", "mapping", "seed"});
    std::string name = fmt::format("job {}", jobs.size() + 1);
    NetworkOptions options = defaults;
    const auto text = [&](const char* member, std::string& value) {
      if (const auto found = item.find(member); found != item.end())
        value = base::expect_string(*found, fmt::format("{} of {}", member, what));
    };
    const auto number = [&](const char* member, auto& value, std::int64_t least, std::int64_t greatest) {
      const auto found = item.find(member);
      if (found == item.end()) return;
      const std::int64_t given = base::expect_int(*found, fmt::format("{} of {}", member, what));
      if (given < least || given > greatest)
        base::fail(base::Status::invalid_argument, "{} of {} is {}: give {} to {}", member, what, given, least,
                   greatest);
      value = static_cast<std::remove_reference_t<decltype(value)>>(given);
    };
    text("name", name);
    text("dims", options.dims);
    text("stencil", options.stencil);
    text("periodic", options.periodic);
    text("pattern", options.pattern);
    text("bytes", options.bytes);
    text("nodes", options.nodes);
    text("policy", options.policy);
    text("mapping", options.mapping);
    number("ndims", options.ndims, 1, static_cast<std::int64_t>(grid::max_dims));
    number("ranks_per_node", options.ranks_per_node, 1, INT32_MAX);
    number("count", options.count, 0, INT32_MAX);
    number("seed", options.seed, 0, INT64_MAX);
    if (std::ranges::find(jobs, name, &NamedJob::name) != jobs.end())
      base::fail(base::Status::invalid_argument, "two jobs of {} are named {}", path, base::quote(name));
    jobs.push_back({std::move(name), make_job_spec(options)});
  }
  return jobs;
}

}  // namespace cartwright::cli
