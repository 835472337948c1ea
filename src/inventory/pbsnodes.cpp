// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/json_input.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"

#include <algorithm>

namespace cartwright::inventory {

namespace {

using nlohmann::json;

/// "free", or words such as "job-busy,offline": a node with jobs is taken, and any other word means down.
NodeState state_of(std::string_view states) {
  NodeState worst = NodeState::free;
  for (const std::string_view state : base::split(states, ',')) {
    const std::string_view word = base::trim(state);
    if (word.starts_with("job-") || word == "resv-exclusive" || word == "busy")
      worst = std::max(worst, NodeState::taken);
    else if (word != "free")
      worst = NodeState::down;
  }
  return worst;
}

/// A count that may be missing, or be written as text.
std::int64_t count_in(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return 0;
  return found->is_string() ? base::parse_int(found->get<std::string>(), name) : base::expect_int(*found, name);
}

/// Reads a vnode: a host, or a part of one.
void read_vnode(const std::string& name, const json& vnode, NodeRecords& records) {
  const std::string what = "node " + base::quote(name);
  if (!vnode.is_object()) base::fail(base::Status::parse, "{} is not a JSON object", what);
  if (vnode.contains("Error")) return;  // PBS does not know this vnode
  NodeState state = state_of(base::expect_string(base::member(vnode, what, "state"), what + ", state"));
  std::string host = name.substr(0, name.find('['));
  std::int64_t cores = 0;
  if (const auto available = vnode.find("resources_available"); available != vnode.end()) {
    if (!available->is_object()) base::fail(base::Status::parse, "{}, resources_available is not a JSON object", what);
    if (available->contains("host")) host = base::expect_string((*available)["host"], what + ", host");
    cores = count_in(*available, "ncpus");
  }
  NodeRecord& record = records.add(host, state);
  if (cores < 0 || cores > machine::max_hosts) base::fail(base::Status::parse, "{} has {} ncpus", what, cores);
  record.cores += cores;
  const auto jobs = vnode.find("jobs");
  if (jobs == vnode.end()) return;
  // For PBS, a node with a job on a few cores is still "free". For a job that needs whole nodes it is not.
  for (const json& job : base::expect_array(*jobs, what + ", jobs")) {
    const std::string id = base::expect_string(job, what + ", job");
    if (record.job.empty()) record.job = id.substr(0, id.find('/'));
    record.state = std::max(record.state, NodeState::taken);
  }
}

}  // namespace

bool is_pbsnodes(std::string_view text) {
  return base::trim(text).starts_with('{') && text.find("\"nodes\"") != text.npos;
}

/// Reads `pbsnodes -avF json` of OpenPBS. Vnodes of one host are one node.
Inventory read_pbsnodes(std::string_view text) {
  const json report = base::parse_json(text, "pbsnodes");
  if (!report.is_object()) base::fail(base::Status::parse, "pbsnodes: not a JSON object");
  const json& nodes = base::member(report, "pbsnodes", "nodes");
  if (!nodes.is_object()) base::fail(base::Status::parse, "pbsnodes: 'nodes' is not a JSON object");
  NodeRecords records;
  for (const auto& [name, vnode] : nodes.items()) read_vnode(base::printable(name), vnode, records);
  return {std::move(records).take(), {}};
}

}  // namespace cartwright::inventory
