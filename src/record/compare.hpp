// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/pairs.hpp"

#include <vector>

namespace cartwright::record {

/// How much two programs differ in the processes that send to each other: 0 if each pair has the same part of all
/// bytes, 1 if no pair sends in both. Half the sum of the differences between these parts. Throws Error: other numbers
/// of ranks.
double difference(const Pairs& a, const Pairs& b);

/// Bytes that go from one node to another. Those of collectives have the Way `collectives` if they were counted;
/// otherwise they are `modeled`.
struct BetweenNodes {
  std::array<std::int64_t, way_names.size()> recorded{};  ///< by Way: exact
  double modeled = 0;
};
BetweenNodes between_nodes(const Record& record, const std::vector<int>& node_of_rank);

}  // namespace cartwright::record
