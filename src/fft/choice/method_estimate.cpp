// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/method_estimate.hpp"

#include "base/error.hpp"
#include "base/format_bytes.hpp"
#include "fft/choice/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace cartwright::fft::choice {

namespace {

/// The load of a line whose members are on these nodes, and of the lines that run beside it on the same nodes.
TransposeLoad load_of(const TransposeSituation& situation, const std::map<int, std::int64_t>& members_of_node) {
  const auto members = static_cast<double>(situation.node_of_member.size());
  const auto nodes = static_cast<double>(members_of_node.size());
  const double message = situation.message_bytes > 0 ? static_cast<double>(situation.message_bytes)
                                                     : static_cast<double>(situation.array_bytes) / members;
  TransposeLoad load;
  load.bytes = std::max(static_cast<double>(situation.array_bytes), message * members);
  load.pairs = nodes - 1;
  for (const auto& [node, here] : members_of_node) {
    const auto count = static_cast<double>(here);
    // The link of the node is shared by as many lines as fit on the node with the same number of members.
    const double lines = std::max(1.0, static_cast<double>(situation.processes_on_node) / count);
    load.messages = std::max(load.messages, members - count);
    load.local_messages = std::max(load.local_messages, count - 1);
    load.node_messages = std::max(load.node_messages, lines * count * (members - count));
    load.paired_messages = std::max(load.paired_messages, lines * load.pairs);
  }
  load.remote = load.messages * message;
  load.node_out = load.node_messages * message;
  return load;
}

std::string why(const CostModel& model, std::string_view method, const TransposeLoad& load, std::size_t members,
                std::size_t nodes) {
  const double each = load.messages > 0 ? load.remote / load.messages : load.bytes / static_cast<double>(members);
  if (method == "shared") return fmt::format("all {} processes are on one node: one copy", members);
  if (method == "node-aware") {
    if (nodes == 1) return fmt::format("all {} processes are on one node: nothing is sent between nodes", members);
    return fmt::format("{} nodes send joined messages, in place of {} of {} from the busiest node", nodes,
                       load.node_messages, base::format_bytes(each));
  }
  if (method == "alltoallv")
    return fmt::format("{} messages of {} a process, packed and unpacked", members - 1, base::format_bytes(each));
  if (method == "alltoallw")
    return fmt::format("{} messages of {} a process, packed and unpacked by MPI", members - 1,
                       base::format_bytes(each));
  return fmt::format("{} messages of {} a process, in {} slices: packing overlaps sending", members - 1,
                     base::format_bytes(each), model.slices);
}

}  // namespace

std::vector<MethodEstimate> estimate_methods(const TransposeSituation& situation) {
  if (situation.node_of_member.empty())
    base::fail(base::Status::invalid_argument, "a transpose without members: give at least 1");
  if (situation.array_bytes < 0 || situation.message_bytes < 0)
    base::fail(base::Status::invalid_argument,
               "a transpose of arrays of {} bytes in messages of {}: both must be 0 or more", situation.array_bytes,
               situation.message_bytes);
  std::map<int, std::int64_t> members_of_node;
  for (const int node : situation.node_of_member) ++members_of_node[node];
  const TransposeLoad load = load_of(situation, members_of_node);
  std::vector<MethodEstimate> estimates;
  for (const std::string_view method : modeled_methods())
    if (const double seconds = transpose_seconds(situation.model, load, method); std::isfinite(seconds))
      estimates.push_back(
          {method, seconds,
           why(situation.model, method, load, situation.node_of_member.size(), members_of_node.size())});
  std::ranges::stable_sort(estimates, {}, &MethodEstimate::seconds);
  return estimates;
}

}  // namespace cartwright::fft::choice
