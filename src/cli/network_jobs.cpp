// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/network_jobs.hpp"

#include "base/json_input.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace cartwright::cli {

std::vector<NamedJob> read_jobs(const std::string& path, const NetworkOptions& defaults) {
  constexpr std::size_t most = 4096;
  const auto root = base::parse_json(base::read_file(path), path);
  const auto& list = base::expect_array(root, path);
  if (list.empty() || list.size() > most)
    base::fail(base::Status::invalid_argument, "{}: {} jobs; there may be 1 to {}", path, list.size(), most);
  std::vector<NamedJob> jobs;
  for (const auto& item : list) {
    const std::string what = fmt::format("job {} of {}", jobs.size() + 1, path);
    base::expect_members(item, what,
                   {"name", "dims", "ndims", "stencil", "periodic", "pattern", "bytes", "ranks_per_node", "nodes",
                    "policy", "count", "mapping", "seed"});
    NamedJob job{fmt::format("job {}", jobs.size() + 1), defaults};
    NetworkOptions& options = job.options;
    const auto text = [&](const char* name, std::string& value) {
      if (const auto found = item.find(name); found != item.end())
        value = base::expect_string(*found, fmt::format("{} of {}", name, what));
    };
    const auto number = [&](const char* name, auto& value, std::int64_t least, std::int64_t greatest) {
      const auto found = item.find(name);
      if (found == item.end()) return;
      const std::int64_t given = base::expect_int(*found, fmt::format("{} of {}", name, what));
      if (given < least || given > greatest)
        base::fail(base::Status::invalid_argument, "{} of {} is {}: it may be {} to {}", name, what, given, least, greatest);
      value = static_cast<std::remove_reference_t<decltype(value)>>(given);
    };
    text("name", job.name);
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
    if (std::ranges::find(jobs, job.name, &NamedJob::name) != jobs.end())
      base::fail(base::Status::invalid_argument, "two jobs of {} are named {}", path, base::quote(job.name));
    jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace cartwright::cli
