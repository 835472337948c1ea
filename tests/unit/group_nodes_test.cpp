// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/group_nodes.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace cartwright::transport {
namespace {

using Domains = std::vector<int>;
using Rings = std::vector<std::pair<std::int64_t, std::size_t>>;  // nodes, and the level at which they differ

/// The rings of nodes with two processes each. The domains above are by node.
Rings rings_of(std::size_t nodes, const std::vector<Domains>& above) {
  Domains node_of;
  for (std::size_t rank = 0; rank < 2 * nodes; ++rank) node_of.push_back(static_cast<int>(rank / 2));
  std::vector<Domains> of_rank;
  for (const Domains& of_node : above)
    for (Domains& made = of_rank.emplace_back(); const int domain : of_node) made.insert(made.end(), 2, domain);
  Rings rings;
  for (const auto& [count, level] : GroupNodes(node_of, of_rank).rings) rings.emplace_back(count, level);
  return rings;
}

TEST(GroupNodes, FindRingsOfEqualDomains) {
  EXPECT_EQ(rings_of(4, {}), (Rings{{4, 0}}));
  EXPECT_EQ(rings_of(4, {{7, 7, 3, 3}}), (Rings{{2, 1}, {4, 0}}));
  EXPECT_EQ(rings_of(8, {{0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 1, 1, 2, 2, 3, 3}}), (Rings{{2, 2}, {4, 1}, {8, 0}}));
  // Levels with one domain, or one node in each, change nothing.
  EXPECT_EQ(rings_of(4, {{5, 5, 5, 5}, {0, 0, 1, 1}}), (Rings{{2, 2}, {4, 1}}));
  EXPECT_EQ(rings_of(4, {{0, 0, 1, 1}, {0, 1, 2, 3}}), (Rings{{2, 1}, {4, 0}}));
}

TEST(GroupNodes, HaveOneRingWhereDomainsAreUnequalOrMixed) {
  EXPECT_EQ(rings_of(4, {{0, 0, 0, 1}}), (Rings{{4, 0}}));
  EXPECT_EQ(rings_of(4, {{0, 1, 1, 1}}), (Rings{{4, 0}}));
  EXPECT_EQ(rings_of(4, {{0, 1, 0, 1}}), (Rings{{4, 0}}));
  EXPECT_EQ(rings_of(6, {{0, 0, 1, 1, 0, 0}}), (Rings{{6, 0}}));
  // Switches of unequal sizes in equal groups: nodes of a group are on different switches.
  EXPECT_EQ(rings_of(6, {{0, 0, 0, 1, 1, 1}, {0, 0, 1, 2, 3, 3}}), (Rings{{3, 1}, {6, 0}}));
}

}  // namespace
}  // namespace cartwright::transport
