// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "machine/join.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cartwright {
namespace {

/// The begin of every part, by expansion.
std::set<std::int64_t> boundaries(const machine::Sizes& sizes) {
  std::set<std::int64_t> starts;
  std::int64_t slot = 0;
  for (const std::int64_t size : sizes.expand()) {
    starts.insert(slot);
    slot += size;
  }
  return starts;
}

bool accepted(const machine::Sizes& outer, const machine::Sizes& inner) {
  try {
    machine::Machine({{"outer", outer}, {"inner", inner}});
    return true;
  } catch (const base::Error&) {
    return false;
  }
}

/// Runs of a few sizes that fill `total` slots.
machine::Sizes random_sizes(base::Random& random, std::int64_t total) {
  machine::Sizes sizes;
  while (sizes.total() < total) {
    const std::int64_t size = std::min(1 + random.below(6), total - sizes.total());
    sizes.append(size, 1 + random.below((total - sizes.total()) / size));
  }
  return sizes;
}

TEST(Machine, AcceptsExactlyTheLevelsThatNest) {
  constexpr std::uint64_t seed = 11;
  base::Random random(seed);
  int nested = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t total = 1 + random.below(24);
    const machine::Sizes outer = random_sizes(random, total);
    const machine::Sizes inner = random_sizes(random, total);
    const auto fine = boundaries(inner);
    const auto coarse = boundaries(outer);
    const bool expected = std::includes(fine.begin(), fine.end(), coarse.begin(), coarse.end());
    nested += expected ? 1 : 0;
    EXPECT_EQ(accepted(outer, inner), expected)
        << "seed " << seed << ", case " << i << ": " << fmt::format("{}", outer.count()) << " over " << inner.count();
  }
  EXPECT_GT(nested, 1000);
}

TEST(Machine, LevelsOfManyUnequalNodesAreComparedByRuns) {
  machine::Sizes nodes;
  nodes.append(48, 1'000'000'000);
  nodes.append(32, 1'000'000'000);
  machine::Sizes sockets;
  sockets.append(24, 2'000'000'000);
  sockets.append(16, 2'000'000'000);
  EXPECT_TRUE(accepted(nodes, sockets));
  EXPECT_FALSE(accepted(sockets, nodes));
}

TEST(Machine, SaysWhichDomainCrossesABoundary) {
  try {
    machine::Machine({{"node", machine::Sizes::equal(3, 6)}, {"socket", machine::Sizes::equal(2, 9)}});
    FAIL() << "nodes of 6 cannot hold sockets of 9";
  } catch (const base::Error& error) {
    EXPECT_STREQ(error.what(), "node 1 begins at process 6, inside a socket: every socket must lie in one node");
  }
}

TEST(Machine, RefusesSizesThatDoNotAddUp) {
  EXPECT_THROW(machine::Machine({{"node", machine::Sizes::equal(3, 6)}, {"socket", machine::Sizes::equal(5, 3)}}),
               base::Error);
  EXPECT_THROW(machine::Machine({{"node", machine::Sizes()}}), base::Error);
  EXPECT_THROW(machine::Machine(std::vector<machine::Level>{}), base::Error);
  EXPECT_THROW(machine::Machine({{"node", machine::Sizes::equal(3, 6)}}, {"a", "b"}), base::Error);
}

TEST(Sizes, AppendsCopiesOfALine) {
  machine::Sizes pair(std::vector<std::int64_t>{12, 8});
  machine::Sizes sizes;
  sizes.append(pair, 2);
  EXPECT_EQ(sizes.expand(), (std::vector<std::int64_t>{12, 8, 12, 8}));
  sizes.append(sizes);
  EXPECT_EQ(sizes.expand(), (std::vector<std::int64_t>{12, 8, 12, 8, 12, 8, 12, 8}));
  EXPECT_THROW(sizes.append(pair, 0), base::Error);
  EXPECT_THROW(sizes.append(pair, 1'000'000'000), base::Error);
  EXPECT_THROW(sizes.append(pair, INT64_MAX), base::Error);
}

TEST(Join, GivesUndividedPartsTheLevelsOfTheOthers) {
  const machine::Machine fat({{"node", machine::Sizes::equal(1, 24)},
                              {"socket", machine::Sizes::equal(2, 12)},
                              {"numa", machine::Sizes::equal(4, 6)}});
  const machine::Machine thin({{"node", machine::Sizes::equal(1, 8)}, {"numa", machine::Sizes::equal(2, 4)}});
  const machine::Machine both = machine::join({{2, thin}, {1, fat}});
  ASSERT_EQ(both.levels().size(), 3U);
  EXPECT_EQ(both.levels()[0].sizes.expand(), (std::vector<std::int64_t>{8, 8, 24}));
  EXPECT_EQ(both.levels()[1].name, "socket");
  EXPECT_EQ(both.levels()[1].sizes.expand(), (std::vector<std::int64_t>{8, 8, 12, 12}));
  EXPECT_EQ(both.levels()[2].sizes.expand(), (std::vector<std::int64_t>{4, 4, 4, 4, 6, 6, 6, 6}));
}

TEST(Join, RefusesLevelsInDifferentOrders) {
  const machine::Machine a({{"node", machine::Sizes::equal(1, 8)},
                            {"socket", machine::Sizes::equal(2, 4)},
                            {"numa", machine::Sizes::equal(4, 2)}});
  const machine::Machine b({{"node", machine::Sizes::equal(1, 8)},
                            {"numa", machine::Sizes::equal(2, 4)},
                            {"socket", machine::Sizes::equal(4, 2)}});
  EXPECT_THROW(machine::join({{1, a}, {1, b}}), base::Error);
}

TEST(Join, KeepsHostNamesOfMachinesThatAreNotCopied) {
  const machine::Machine a({{"node", machine::Sizes::equal(2, 8)}}, {"n1", "n2"});
  const machine::Machine b({{"node", machine::Sizes::equal(1, 4)}}, {"n3"});
  EXPECT_EQ(machine::join({{1, a}, {1, b}}).hosts(), (std::vector<std::string>{"n1", "n2", "n3"}));
  EXPECT_TRUE(machine::join({{2, a}, {1, b}}).hosts().empty());
}

}  // namespace
}  // namespace cartwright
