// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/rank_table.hpp"

#include <gtest/gtest.h>

namespace cartwright::choose {
namespace {

RankTable dealt_table(std::int64_t nodes, std::int64_t sockets, std::int64_t per_socket, Distribution deal) {
  std::vector<machine::Level> levels = {{"node", machine::Sizes::equal(nodes, sockets * per_socket)},
                                        {"socket", machine::Sizes::equal(nodes * sockets, per_socket)}};
  return RankTable(DistributedRanks{machine::Machine(std::move(levels)), deal});
}

TEST(RankTable, OfDealtRanksEqualsTheListOfAll) {
  for (const Distribution deal : {Distribution::blocks, Distribution::turns}) {
    const RankTable dealt = dealt_table(5, 2, 3, deal);
    std::vector<RankLevel> levels = {{"node", {}}, {"socket", {}}};
    for (int rank = 0; rank < 30; ++rank) {
      const int node = deal == Distribution::blocks ? rank / 6 : rank % 5;
      const int place = deal == Distribution::blocks ? rank % 6 : rank / 5;
      levels[0].domain_of_rank.push_back(node);
      levels[1].domain_of_rank.push_back(2 * node + place / 3);
    }
    const RankTable listed(levels, 0);
    ASSERT_EQ(dealt.size(), listed.size());
    EXPECT_EQ(dealt.nodes(), listed.nodes());
    for (int rank = 0; rank < 30; ++rank) EXPECT_EQ(dealt.node(Rank(rank)), listed.node(Rank(rank)));
    for (std::size_t level = 0; level < 2; ++level) {
      EXPECT_EQ(dealt.levels()[level].name, levels[level].name);
      EXPECT_EQ(dealt.levels()[level].domain_of_rank, levels[level].domain_of_rank);
      EXPECT_EQ(listed.levels()[level].domain_of_rank, levels[level].domain_of_rank);
    }
    const std::vector<int> some = {29, 0, 7, 7};
    EXPECT_EQ(dealt.levels_of(some)[1].domain_of_rank, listed.levels_of(some)[1].domain_of_rank);
    EXPECT_NE(dealt.dealt(), nullptr);
    EXPECT_EQ(listed.dealt(), nullptr);
  }
}

TEST(RankTable, OfBlocksOfManySizesEqualsTheListOfAll) {
  const std::vector<RankLevel> levels = {{"node", {0, 0, 0, 1, 1, 1, 1, 2}}, {"socket", {0, 0, 1, 2, 3, 3, 3, 4}}};
  const RankTable dealt(DistributedRanks{
      machine::Machine({{"node", machine::Sizes({3, 4, 1})}, {"socket", machine::Sizes({2, 1, 1, 3, 1})}})});
  EXPECT_EQ(dealt.nodes(), 3);
  for (std::size_t level = 0; level < 2; ++level)
    EXPECT_EQ(dealt.levels()[level].domain_of_rank, levels[level].domain_of_rank);
}

TEST(RankTable, NumbersTheNodesByTheirLowestRanks) {
  const RankTable listed({{"switch", {0, 0, 0, 0}}, {"node", {7, 3, 7, 3}}}, 1);
  EXPECT_EQ(listed.nodes(), 2);
  EXPECT_EQ(listed.node(Rank(0)), 0);
  EXPECT_EQ(listed.node(Rank(1)), 1);
  EXPECT_EQ(listed.node(Rank(3)), 1);
}

}  // namespace
}  // namespace cartwright::choose
