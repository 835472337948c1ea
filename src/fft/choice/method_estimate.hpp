// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::fft::choice {

/// A transpose, as far as the choice of its method goes.
struct TransposeSituation {
  std::vector<int> node_of_member;     ///< any numbers, equal for members of the same node
  std::int64_t array_bytes = 0;        ///< of a member
  std::int64_t message_bytes = 0;      ///< from one member to another; 0: array_bytes / members
  std::int64_t processes_on_node = 0;  ///< of the whole plan, which share the node's link; 0: the members alone
};

struct MethodEstimate {
  std::string_view name;  ///< as in methods(): "node-aware"
  double seconds = 0;     ///< for one transpose, by the model of cost_model.hpp
  std::string why;        ///< "4 nodes send 12 messages of 1.5 MB in place of 48 of 0.4 MB"
};

/// All methods that the nodes of the members allow, the quickest first: "shared" only where all are on one node.
/// Deterministic. Throws Error{invalid_argument}: no member, negative bytes.
std::vector<MethodEstimate> estimate_methods(const TransposeSituation& situation);

}  // namespace cartwright::fft::choice
