// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/cost_model.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace cartwright::fft::choice {

namespace {

constexpr std::array<std::string_view, 5> names = {"shared", "node-aware", "alltoallv", "pipelined", "alltoallw"};

}  // namespace

void use_links(CostModel& model, const machine::LinkSpeeds& speeds) {
  const std::vector<machine::LinkSpeed>& all = speeds.speeds();
  const auto node = std::ranges::find(all, "node", &machine::LinkSpeed::between);
  if (node != all.end()) {
    model.node_bandwidth = node->bandwidth;
    model.outer_bandwidth =
        node == all.begin() ? std::min(model.outer_bandwidth, node->bandwidth) : all.front().bandwidth;
    model.message = node->latency;
    model.node_message = 1 / node->message_rate;
  }
  if (all.empty() || all.back().between == "node") return;
  const auto inner = node == all.end() ? all.begin() : node + 1;
  if (inner->between != "process") model.inner_bandwidth = inner->bandwidth;
  model.local_message = all.back().latency;
}

std::span<const std::string_view> modeled_methods() { return names; }

double transpose_seconds(const CostModel& model, const TransposeLoad& load, std::string_view method) {
  const auto copied = [&](double local_copies, double remote_copies) {
    return ((load.bytes - load.remote) * local_copies + load.remote * remote_copies) / model.memory_bandwidth;
  };
  // Every level of the network is a stage: bytes that cross it add to the time, and grids that cross fewer levels win.
  const double links = load.node_out / model.node_bandwidth + load.outer_out / model.outer_bandwidth;
  const double inner = load.inner_out / model.inner_bandwidth;
  const double local = load.local_messages * model.local_message;
  const double remote = load.messages * model.message + load.node_messages * model.node_message;
  if (method == "shared")
    return load.messages > 0 ? std::numeric_limits<double>::infinity() : copied(model.shared_copies, 0) + inner + local;
  if (method == "node-aware") {
    // The processes of a node wait for each other before messages go and after they have come.
    const double paired = load.pairs * model.message + load.paired_messages * model.node_message;
    // A process that is alone on its node copies through one more buffer.
    const double local_copies =
        load.local_messages > 0 || load.messages == 0 ? model.shared_copies : model.packed_copies;
    return copied(local_copies, model.remote_copies) + inner + links + 3 * (local + model.local_message) + paired;
  }
  if (method == "alltoallv") return copied(model.packed_copies, model.remote_copies) + inner + links + local + remote;
  if (method == "alltoallw")
    return copied(model.datatype_copies, model.remote_datatype_copies) + inner + links + local + remote;
  if (method == "pipelined") {
    const double copies = copied(model.packed_copies, model.remote_copies);
    const auto slices = static_cast<double>(model.slices);
    const bool sliced = load.messages > 0 && load.remote / load.messages > static_cast<double>(model.eager);
    const double hidden = sliced ? std::min(copies, links) * (slices - 1) / slices : 0;
    return copies + inner + links - hidden + slices * (local + remote);
  }
  base::fail(base::Status::invalid_argument, "the method '{}' has no model: use one of modeled_methods()", method);
}

Quickest quickest(const CostModel& model, const TransposeLoad& load) {
  Quickest best{"", std::numeric_limits<double>::infinity()};
  for (const std::string_view method : names)
    if (const double seconds = transpose_seconds(model, load, method); seconds < best.seconds) best = {method, seconds};
  return best;
}

}  // namespace cartwright::fft::choice
