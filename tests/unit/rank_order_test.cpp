// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/rank_order.hpp"

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/random.hpp"
#include "base/temporary_folder.hpp"
#include "orders.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace cartwright {
namespace {

std::string error_of(std::string_view text, std::int64_t processes) {
  try {
    record::parse_rank_order(text, processes);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(RankOrder, ComesBackAsItWasWritten) {
  constexpr std::uint64_t seed = 5;
  base::Random random(seed);
  for (int processes = 1; processes <= 40; ++processes) {
    std::vector<int> ranks;
    for (const grid::Cell cell : random_order(random, processes)) ranks.push_back(static_cast<int>(cell.number()));
    const std::string text = record::rank_order_text(ranks);
    EXPECT_EQ(text, fmt::format("# The new rank of each process, in the order of the launcher\nnew_rank\n{}\n",
                                fmt::join(ranks, "\n")));
    EXPECT_EQ(record::parse_rank_order(text, processes).items(), ranks)
        << "seed " << seed << ", " << processes << " processes";
  }
}

TEST(RankOrder, HoldsTheNewRankOfEachProcess) {
  const auto new_rank = record::parse_rank_order("# by hand\nnew_rank\n 2\n\n0  # the first\r\n1\n", 3);
  EXPECT_EQ(new_rank[base::Rank(0)], 2);
  EXPECT_EQ(new_rank[base::Rank(1)], 0);
  EXPECT_EQ(new_rank[base::Rank(2)], 1);
}

TEST(RankOrder, NamesTheValueOfBadInput) {
  const std::string foreign =
      "it is not an order of ranks, which begins with a line 'new_rank': write one with 'cartwright order --write "
      "ranks=FILE'";
  EXPECT_EQ(error_of("", 2), foreign);
  EXPECT_EQ(error_of("0\n1\n", 2), foreign);
  EXPECT_EQ(error_of("0,1\n", 2), foreign);
  EXPECT_EQ(error_of("new_rank\n0\n1\n", 3), "the order is of 2 processes, and there are 3: make one for 3");
  EXPECT_EQ(error_of("new_rank\n0\n1\n2\n", 2),
            "line 4: the rank 2 is not from 0 to 1: the order must be of 2 processes");
  EXPECT_EQ(error_of("new_rank\n-1\n0\n", 2),
            "line 2: the rank -1 is not from 0 to 1: the order must be of 2 processes");
  EXPECT_EQ(error_of("new_rank\n1\n1\n", 2),
            "line 3: the rank 1 is in the order twice: give each process another rank");
  EXPECT_EQ(error_of("new_rank\nzero\n", 1), "line 2: the rank 'zero' is not a decimal integer");
  EXPECT_EQ(error_of("new_rank\n0 1\n", 2), "line 2: the rank '0 1' is not a decimal integer");
}

TEST(RankOrder, NamesTheFile) {
  const base::TemporaryFolder folder("cartwright-test");
  const std::string file = (folder.path() / "ranks.txt").string();
  EXPECT_THROW(record::read_rank_order(file, 2), base::Error);
  base::write_file(file, "new_rank\n1\n0\n", base::Existing::refuse);
  EXPECT_EQ(record::read_rank_order(file, 2).items(), (std::vector<int>{1, 0}));
  try {
    record::read_rank_order(file, 8);
    FAIL();
  } catch (const base::Error& error) {
    EXPECT_EQ(error.what(), file + ": the order is of 2 processes, and there are 8: make one for 8");
  }
}

}  // namespace
}  // namespace cartwright
