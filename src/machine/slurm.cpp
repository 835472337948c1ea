// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/host_name.hpp"
#include "base/text.hpp"
#include "machine/hosts.hpp"
#include "machine/readers_p.hpp"

#include <algorithm>

namespace cartwright::machine {

namespace {

/// SLURM_TASKS_PER_NODE: "48(x2),32" means 48, 48, 32.
Sizes parse_tasks(std::string_view text) {
  Sizes tasks;
  for (const std::string_view piece : base::split(text, ',')) {
    const std::size_t open = piece.find('(');
    std::int64_t nodes = 1;
    if (open != std::string_view::npos) {
      const std::string_view repeat = piece.substr(open);
      if (!repeat.starts_with("(x") || !repeat.ends_with(')'))
        base::fail(base::Status::parse, "tasks per node {}: write 48(x2),32", base::quote(piece));
      nodes = base::parse_count(repeat.substr(2, repeat.size() - 3), "repetition of tasks per node");
    }
    tasks.append(base::parse_count(piece.substr(0, open), "tasks per node"), nodes);
  }
  return tasks;
}

void add_hosts(std::string_view list, std::string_view tasks_text, HostSlots& hosts) {
  const std::vector<std::string> names = expand_host_list(list);
  const Sizes tasks = parse_tasks(tasks_text);
  const auto count = static_cast<std::int64_t>(names.size());
  // A single number without "(xN)" holds for every host.
  const bool same = std::ranges::all_of(tasks_text, base::is_digit);
  if (!same && tasks.count() != count)
    base::fail(base::Status::parse, "host list {} names {} hosts, tasks per node {} are for {}: they must be equal",
               base::quote(list), count, base::quote(tasks_text), tasks.count());
  for (std::int64_t i = 0; i < count; ++i) hosts.add(names[i], tasks[same ? 0 : i]);
}

/// The output of `env | grep ^SLURM_` in a job. Other variables do not matter.
Machine read_environment(std::string_view text) {
  std::string_view list;
  std::string_view tasks;
  std::string_view cpus;
  for (base::Lines lines(text); const std::optional<base::Line> line = lines.next();) {
    const std::size_t equals = std::min(line->text.find('='), line->text.size());
    const std::string_view name = line->text.substr(0, equals);
    const std::string_view value = line->text.substr(std::min(equals + 1, line->text.size()));
    if (name == "SLURM_JOB_NODELIST" || name == "SLURM_NODELIST") list = value;
    if (name == "SLURM_TASKS_PER_NODE") tasks = value;
    if (name == "SLURM_JOB_CPUS_PER_NODE") cpus = value;
  }
  if (list.empty()) base::fail(base::Status::parse, "SLURM_JOB_NODELIST is not among the variables");
  if (tasks.empty()) tasks = cpus;
  if (tasks.empty())
    base::fail(base::Status::parse, "neither SLURM_TASKS_PER_NODE nor SLURM_JOB_CPUS_PER_NODE is given");
  HostSlots hosts;
  add_hosts(list, tasks, hosts);
  return std::move(hosts).machine();
}

}  // namespace

/// Anything whose first line may be a host. It is the least specific format, so it comes last.
bool is_slurm(std::string_view text) {
  const std::optional<base::Line> first = base::Lines(text).next();
  return first && std::ranges::all_of(first->text, [](char c) { return c > ' ' && c <= '~'; });
}

/// Reads three forms: the variables SLURM_JOB_NODELIST and SLURM_TASKS_PER_NODE; both joined by a colon,
/// "nid[1-60]:48(x60)"; one line per task with its host, as in SLURM_HOSTFILE.
Machine read_slurm(std::string_view text) {
  const std::optional<base::Line> first = base::Lines(text).next();
  if (first && first->text.starts_with("SLURM_")) return read_environment(text);
  HostSlots hosts;
  base::read_lines(text, "Slurm host list", [&](std::string_view line) {
    const std::size_t brackets = line.rfind(']');
    const std::size_t colon = base::is_ipv6(line) ? std::string_view::npos
                                                  : line.find(':', brackets == std::string_view::npos ? 0 : brackets);
    add_hosts(line.substr(0, colon), colon == std::string_view::npos ? "1" : line.substr(colon + 1), hosts);
  });
  return std::move(hosts).machine();
}

}  // namespace cartwright::machine
