// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// The calculations of the benchmark bench/halo, compared with the output in [Niethammer2019].
#include "halo/input.hpp"
#include "halo/sizes.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace cartwright::bench {
namespace {

struct Line {
  std::int64_t bytes;
  Triple total, per_process, halo;
};

TEST(HaloSizes, AreThoseOfSlide29) {
  const Line cubic[] = {
      {128, {16, 12, 12}, {2, 2, 3}, {6, 6, 4}},
      {432, {24, 24, 24}, {3, 4, 6}, {24, 18, 12}},
      {1728, {48, 48, 48}, {6, 8, 12}, {96, 72, 48}},
      {6688, {96, 96, 92}, {12, 16, 23}, {368, 276, 192}},
      {25576, {184, 186, 184}, {23, 31, 46}, {1426, 1058, 713}},
      {104408, {376, 372, 372}, {47, 62, 93}, {5766, 4371, 2914}},
      {411192, {744, 738, 740}, {93, 123, 185}, {22755, 17205, 11439}},
      {1636392, {1480, 1476, 1476}, {185, 246, 369}, {90774, 68265, 45510}},
      {6561336, {2960, 2958, 2956}, {370, 493, 739}, {364327, 273430, 182410}},
      {26194104, {5912, 5910, 5908}, {739, 985, 1477}, {1454845, 1091503, 727915}},
  };
  for (int step = 0; step < 10; ++step) {
    const HaloSizes sizes = halo_sizes({2, 2, 2}, {8, 6, 4}, step);
    EXPECT_EQ(sizes.bytes(), cubic[step].bytes) << step;
    EXPECT_EQ(sizes.total, cubic[step].total) << step;
    EXPECT_EQ(sizes.per_process, cubic[step].per_process) << step;
    EXPECT_EQ(sizes.halo, cubic[step].halo) << step;
  }
  const HaloSizes first = halo_sizes({1, 2, 4}, {8, 6, 4}, 0), last = halo_sizes({1, 2, 4}, {8, 6, 4}, 9);
  EXPECT_EQ(first.total, (Triple{8, 12, 24}));
  EXPECT_EQ(first.halo, (Triple{12, 6, 2}));
  EXPECT_EQ(first.bytes(), 160);
  EXPECT_EQ(last.total, (Triple{2960, 5910, 11816}));
  EXPECT_EQ(last.per_process, (Triple{370, 985, 2954}));
  EXPECT_EQ(last.halo, (Triple{2909690, 1092980, 364450}));
  EXPECT_EQ(last.bytes(), 34936960);
}

TEST(HaloSizes, OfACubeOfProcessesAreAsWanted) {
  for (const std::int64_t side : {1, 2, 3, 5, 10})
    EXPECT_EQ(halo_sizes({2, 3, 4}, {side, side, side}, 5).per_process, (Triple{64, 96, 128})) << side;
}

using Cuts = std::vector<std::array<double, 3>>;

// The column of MPI_Dims_create on slides 28, 31 and 34. The slides give 12 consecutive ranks in rows of 8 as 3 x 4
// (64 nodes), but they are a row and a half.
TEST(HaloLevels, OfSequentialRanksAreThoseOfTheSlides) {
  EXPECT_EQ(sequential_cuts({8, 2, 12}, {8, 6, 4}), (Cuts{{8, 1, 1}, {1, 2, 1}, {1, 3, 4}}));
  EXPECT_EQ(sequential_cuts({64, 2, 12}, {16, 12, 8}), (Cuts{{16, 4, 1}, {1, 2, 1}, {1, 1.5, 8}}));
  EXPECT_EQ(sequential_cuts({512, 2, 12}, {32, 24, 16}), (Cuts{{32, 16, 1}, {1, 1, 2}, {1, 1.5, 8}}));
  const Cuts uneven = sequential_cuts({12, 2, 8}, {8, 6, 4});
  const Cuts slide34{{6, 2, 1}, {4 / 3.0, 1.5, 1}, {1, 2, 4}};
  for (std::size_t l = 0; l < 3; ++l)
    for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(uneven[l][d], slide34[l][d], 1e-9) << l << d;
}

TEST(HaloLevels, AreReadFromTheLocationsOfProcesses) {
  // 2 nodes of 2 sockets of 2 on 2 x 2 x 2: nodes are layers of the last dimension, sockets rows of the first.
  const std::vector<int> domains{0, 0, 1, 2, 0, 1, 1, 3, 0, 0, 1, 2, 0, 1, 1, 3};
  EXPECT_EQ(placed_cuts(domains, 2, {2, 2, 2}), std::optional(Cuts{{1, 1, 2}, {1, 2, 1}}));
  EXPECT_EQ(placed_cuts({0, 1, 1, 0, 0, 0, 1, 1}, 1, {2, 2, 2}), std::nullopt);
  EXPECT_EQ(placed_cuts({0, 0, 0, 1, 1, 1}, 1, {2, 3, 1}), std::optional(Cuts{{2, 1, 1}}));
  EXPECT_EQ(placed_cuts({0, 0, 1}, 1, {3, 1, 1}), std::nullopt);
}

TEST(HaloLevels, AreParsed) {
  EXPECT_EQ(parse_levels("8x2x12", 192), (std::optional(std::vector<std::int64_t>{8, 2, 12})));
  for (const char* bad :
       {"", "8", "8x2", "8x2x12x", "x8x2x12", "8x2x-12", "8x2x12 ", "cyclic:8x24", "0x192", "8x2x99999999999999999999"})
    EXPECT_EQ(parse_levels(bad, 192), std::nullopt) << bad;
}

TEST(HaloInput, OfTheSlidesIsRead) {
  std::istringstream slides(
      "1 1 2 4 0 0 0 0 0 0\n4 1 2 4 0 0 0 0 0 0 4. 2. 1.\n5 1 2 4 0 0 0 0 0 0 3 1 2 2 2 1 3 4 1 2\n"
      "3 2 2 2 256 1024 4 32 0 0\n0\n");
  EXPECT_EQ(read_experiment(slides).start, (Triple{1, 2, 4}));
  EXPECT_EQ(read_experiment(slides).weights, (std::array{4.0, 2.0, 1.0}));
  const Experiment cuts = read_experiment(slides);
  EXPECT_EQ(cuts.levels, 3);
  EXPECT_EQ(cuts.cuts[0][1], 2);
  EXPECT_EQ(cuts.cuts[2][0], 4);
  const Experiment strided = read_experiment(slides);
  EXPECT_EQ(strided.blocks[0].blocklength, 256);
  EXPECT_EQ(strided.blocks[1].stride, 32);
  EXPECT_TRUE(strided.blocks[2].contiguous());
  EXPECT_EQ(read_experiment(slides).method, 0);
  EXPECT_EQ(read_experiment(slides).method, 0) << "the end of the input";
}

TEST(HaloInput, RefusesMalformedInput) {
  for (const char* bad :
       {"6", "-1", "one", "1", "1 2 2", "1 2 2 0 0 0 0 0 0 0", "1 2 2 99999999 0 0 0 0 0 0", "1 2 2 2 0 0 0 0 0",
        "1 2 2 2 8 4 0 0 0 0", "1 2 2 2 0 4 0 0 0 0", "1 2 2 2 -1 4 0 0 0 0", "1 2 2 2x 0 0 0 0 0 0",
        "4 2 2 2 0 0 0 0 0 0 1 2", "4 2 2 2 0 0 0 0 0 0 1 2 -3", "4 2 2 2 0 0 0 0 0 0 1 2 nan",
        "4 2 2 2 0 0 0 0 0 0 1 2 inf", "5 2 2 2 0 0 0 0 0 0 9", "5 2 2 2 0 0 0 0 0 0 1 1 1 0"}) {
    std::istringstream in(bad);
    EXPECT_THROW(read_experiment(in), InputError) << bad;
  }
}

}  // namespace
}  // namespace cartwright::bench
