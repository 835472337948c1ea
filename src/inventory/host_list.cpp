// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"
#include "inventory/slurm_state.hpp"

#include <algorithm>

namespace cartwright::inventory {

bool is_host_list(std::string_view text) {
  const std::optional<base::Line> first = base::Lines(text).next();
  return first && std::ranges::all_of(first->text, [](char c) { return (c >= ' ' && c <= '~') || c == '\t'; }) &&
         first->text.find_first_of("{}=\"") == std::string_view::npos;
}

/// Names of nodes, also cnames and xnames, as Slurm's host lists: one list per line. A second word is the state, as
/// `sinfo -h -o '%N %t'` prints it; without it, nodes are free.
Inventory read_host_list(std::string_view text) {
  NodeRecords records;
  base::read_lines(
      text, "host list",
      [&](std::string_view line) {
        const std::vector<std::string_view> parts = base::words(line);
        if (parts[0].front() == '#') return;
        const bool service = parts.size() == 2 && parts[1] == "service";
        if (parts.size() > 2 || (parts.size() == 2 && !service && !is_slurm_state(parts[1])))
          base::fail(base::Status::parse, "{} is not a host list, or a host list and a state", base::quote(line));
        const NodeState state = service             ? NodeState::service
                                : parts.size() == 2 ? slurm_state(parts[1])
                                                    : NodeState::free;
        for (const std::string& name : records.expand(parts[0])) records.add(name, state);
      },
      base::Comments::kept);
  return {std::move(records).take(), {}};
}

}  // namespace cartwright::inventory
