// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <initializer_list>
#include <numeric>
#include <vector>

namespace cartwright {

/// The nodes of these numbers.
inline std::vector<network::Node> nodes(std::initializer_list<std::int32_t> numbers) {
  std::vector<network::Node> made;
  for (const std::int32_t number : numbers) made.push_back(network::Node(number));
  return made;
}

inline std::vector<network::Node> first_nodes(std::int64_t count) {
  std::vector<network::Node> made(static_cast<std::size_t>(count));
  std::iota(made.begin(), made.end(), network::Node(0));
  return made;
}

struct NumberedFlow {
  std::int32_t from, to;
  double bytes;
};
/// Flows between the nodes of these numbers.
inline std::vector<traffic::Flow> flows_of(std::initializer_list<NumberedFlow> flows) {
  std::vector<traffic::Flow> made;
  for (const auto& [from, to, bytes] : flows) made.push_back({network::Node(from), network::Node(to), bytes});
  return made;
}

}  // namespace cartwright
