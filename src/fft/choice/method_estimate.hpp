// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/choice/cost_model.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::fft::choice {

/// The properties of a transpose that the choice of its method depends on.
struct TransposeSituation {
  std::vector<int> node_of_member;     ///< any numbers, equal for members of the same node
  std::int64_t array_bytes = 0;        ///< of a member
  std::int64_t message_bytes = 0;      ///< from one member to another; 0: array_bytes / members
  std::int64_t processes_on_node = 0;  ///< of the whole plan, as they share the link of the node; 0: only the members
  CostModel model = {};
};

struct MethodEstimate {
  std::string_view name;  ///< as in methods(): "node-aware"
  double seconds = 0;     ///< for one transpose, by the model of cost_model.hpp
  std::string why;        ///< "4 nodes send joined messages, in place of 48 of 0.4 MB from the busiest node"
};

/// All methods that the nodes of the members allow, the quickest first. "shared" needs all members on one node.
/// Deterministic. Throws Error{invalid_argument} without members, and for negative bytes.
std::vector<MethodEstimate> estimate_methods(const TransposeSituation& situation);

}  // namespace cartwright::fft::choice
