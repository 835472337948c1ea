// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"
#include "inventory/location.hpp"
#include "inventory/slurm_state.hpp"

#include <array>

namespace cartwright::inventory {

namespace {

constexpr std::array wanted = {"State", "CPUTot", "Sockets", "NodeAddr", "NodeHostName"};

/// The fields of one node, in the order of `wanted`. Of several fields of one name, only the first counts: free text of
/// administrators comes after the fields.
struct Entry {
  std::string_view name;
  std::array<std::string_view, wanted.size()> values;
};

void keep(const Entry& entry, NodeRecords& records) {
  const auto& [state, cpus, sockets, address, host] = entry.values;
  if (entry.name.empty()) return;
  if (state.empty()) base::fail(base::Status::parse, "node {} has no State", base::quote(entry.name));
  NodeRecord& record = records.add(entry.name, slurm_state(state));
  if (!cpus.empty()) record.cores = base::parse_count(cpus, "CPUTot");
  if (!sockets.empty()) record.sockets = base::parse_count(sockets, "Sockets");
  for (const std::string_view name : {host, address})
    if (record.location.empty() && parse_location(name)) record.location = name;
}

/// Free text runs to the end of the line.
bool is_free_text(std::string_view name) { return name == "Reason" || name == "Comment" || name == "Extra"; }

}  // namespace

bool is_scontrol_node(std::string_view text) { return base::trim(text).starts_with("NodeName="); }

/// Reads `scontrol show node`, one paragraph per node, or `scontrol -o show node`, one line per node.
Inventory read_scontrol_node(std::string_view text) {
  NodeRecords records;
  Entry entry;
  const auto read = [&](std::string_view line) {
    for (const std::string_view word : base::words(line)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos) continue;  // values may hold blanks: OS=Linux 5.14
      const std::string_view name = word.substr(0, equals);
      const std::string_view value = word.substr(equals + 1);
      if (is_free_text(name)) return;
      if (name == "NodeName") {
        keep(entry, records);
        entry = {value, {}};
      } else if (entry.name.empty()) {
        base::fail(base::Status::parse, "{} comes before any NodeName", base::quote(word));
      }
      for (std::size_t i = 0; i < wanted.size(); ++i)
        if (name == wanted[i] && entry.values[i].empty()) entry.values[i] = value;
    }
  };
  base::read_lines(text, "scontrol show node", read, base::Comments::kept);
  keep(entry, records);
  return {std::move(records).take(), {}};
}

}  // namespace cartwright::inventory
