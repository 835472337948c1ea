// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// mapping.hpp by the umbrella cartwright.hpp, and through it the C interface, by the public headers alone.
#include <cartwright/cartwright.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace {

using Ints = std::vector<std::int64_t>;

TEST(Cpp, MapsAGridOntoAMachine) {
  const cw::Machine machine("50x48");
  EXPECT_EQ(machine.size(), 2400);
  EXPECT_EQ(machine.levels(), 1U);
  const cw::Mapping mapping(cw::Problem(machine, Ints{50, 48}, "nn"));
  EXPECT_EQ(mapping.cost(), (cw::Cost{1204, 28, 1204}));
  EXPECT_EQ(mapping.cost(0), mapping.cost());
  EXPECT_FALSE(mapping.algorithm().empty());

  Ints cells(mapping.order().begin(), mapping.order().end());
  for (const std::int64_t slot : {0, 47, 48, 2399}) {
    EXPECT_EQ(mapping.cell_of(slot), cells[static_cast<std::size_t>(slot)]);
    EXPECT_EQ(mapping.slot_of(mapping.cell_of(slot)), slot);
    EXPECT_EQ(mapping.node_of(mapping.cell_of(slot)), slot / 48);
  }
  std::ranges::sort(cells);
  Ints all(2400);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(cells, all);
}

TEST(Cpp, TakesNodesOfAnySizeAndOffsetsWithWeights) {
  const cw::Machine machine(Ints{4, 2});
  const Ints dims{2, 3}, along{0, 1, 0, -1};
  const std::array weights{2.5, 2.5};
  // Rows of 3 on nodes of 4 and 2: one pair of neighbors is separated, as in any mapping.
  const cw::Mapping blocked(cw::Problem(machine, dims, along, weights), {.mapping = "blocked"});
  EXPECT_EQ(blocked.cost().j_sum, 5);
  EXPECT_EQ(blocked.cost().j_max, 2.5);
  EXPECT_NEAR(blocked.cost().lower_bound, 5, 1e-6);
  EXPECT_EQ(blocked.algorithm(), "blocked");
  const std::array<int, 2> periods{0, 1};
  EXPECT_EQ(cw::Mapping(cw::Problem(machine, dims, along, weights, periods), {.mapping = "blocked"}).cost().j_sum, 10);
}

TEST(Cpp, ChoosesDims) {
  EXPECT_EQ(cw::dims_create(2400, {0, 0}), (Ints{50, 48}));
  EXPECT_EQ(cw::dims_weighted(12, {0, 0}, std::array{1 / 1800.0, 1 / 580.0}), (Ints{6, 2}));
  EXPECT_EQ(cw::dims_weighted(48, {0, 6, 0}), (Ints{4, 6, 2}));
  EXPECT_EQ(cw::dims_weighted(4, {0, 0}, std::array{2.0, 1.0}), (Ints{2, 2}));
  EXPECT_EQ(cw::dims_weighted(4, {0, 0}, std::array{2.0, 1.0}, std::array{1, 0}), (Ints{1, 4}));
}

TEST(Cpp, CutsTheGridAtEachLevel) {
  const std::array weights{1 / 1000.0, 1 / 1100.0, 1 / 950.0};  // [Niethammer2019, slide 15]
  const cw::LevelDims cuts = cw::dims_ml(Ints{625, 2, 12}, {0, 0, 0}, weights);
  EXPECT_EQ(cuts.dims, (Ints{30, 25, 20}));
  EXPECT_EQ(cuts.parts, (Ints{5, 2, 3, 25, 1, 1, 5, 1, 4}));
  EXPECT_EQ(cuts(1, 0), 25);
  EXPECT_EQ(cuts(2, 2), 4);
  EXPECT_EQ(cw::dims_ml(Ints{50, 48}, {40, 60}).parts, (Ints{5, 8, 10, 6}));
}

/// The status that a call throws, and CW_OK when it does not.
template <typename Call>
cw_status status_of(Call call) {
  try {
    call();
  } catch (const cw::Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.status();
  }
  return CW_OK;
}

TEST(Cpp, ThrowsWhatCannotBeDone) {
  const cw::Machine machine("8x6");
  EXPECT_EQ(status_of([] { cw::Machine("8x"); }), CW_PARSE);
  EXPECT_EQ(status_of([] { cw::Machine(Ints{}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { cw::Problem(machine, Ints{7, 5}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { cw::Problem(machine, Ints{8, 6}, "nn", std::array{1}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { cw::Problem(machine, Ints{8, 6}, Ints{1, 0, 1}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { cw::Problem(machine, Ints{8, 6}, Ints{1, 0}, std::array{1.0, 2.0}); }),
            CW_INVALID_ARGUMENT);
  const cw::Problem problem(machine, Ints{8, 6});
  EXPECT_EQ(status_of([&] { cw::Mapping(problem, {.mapping = "none"}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { cw::Mapping(problem).cell_of(48); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::dims_weighted(12, {5, 0}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::dims_weighted(12, {0, 0}, std::array{-1.0, 1.0}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::dims_weighted(12, {0, 0}, std::array{1.0}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::dims_weighted(12, Ints(17, 0)); }), CW_UNSUPPORTED);
  EXPECT_EQ(status_of([] { cw::dims_ml(Ints{}, {0, 0}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::dims_ml(Ints{4, 0}, {0, 0}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([] { cw::dims_ml(Ints{50, 48}, {7, 0}); }), CW_UNSUPPORTED);
}

TEST(C, LeavesDimsAloneWhenItFails) {
  std::int64_t dims[] = {7, 0}, parts[] = {-1, -1, -1, -1};
  const std::int64_t sizes[] = {50, 48};
  EXPECT_EQ(cw_dims_ml_create(2, sizes, 2, nullptr, nullptr, dims, parts), CW_UNSUPPORTED);
  EXPECT_EQ(dims[1], 0);
  EXPECT_EQ(parts[0], -1);
  EXPECT_EQ(cw_dims_ml_create(2, nullptr, 2, nullptr, nullptr, dims, parts), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_dims_ml_create(2, sizes, 2, nullptr, nullptr, dims, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_dims_weighted_create(12, 2, nullptr, nullptr, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_mapping_size(nullptr, dims), CW_INVALID_ARGUMENT);
}

}  // namespace
