// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Properties of every algorithm of the registry.
#include "cost/cut.hpp"
#include "mapping/algorithm.hpp"
#include "random_problem.hpp"
#include "sanitized.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cartwright {
namespace {

class EveryOrder : public testing::TestWithParam<std::string> {
 protected:
  const mapping::Algorithm& algorithm() const { return mapping::find_algorithm(GetParam()); }

  /// Fails unless the order is a permutation, and both directions of a local order agree with it.
  void check(const mapping::Problem& problem) const {
    mapping::MapOptions options;
    options.budget_seconds = 0.001;
    const mapping::Mapping mapping = mapping::run_algorithm(algorithm(), problem, options);
    ASSERT_EQ(mapping.order.size(), problem.size());
    ASSERT_NO_THROW(mapping::slots_of(mapping.order));
    if (algorithm().local == nullptr) return;
    const std::unique_ptr<mapping::LocalOrder> local = algorithm().local(problem);
    for (const machine::Slot slot : mapping.order.ids()) {
      const grid::Coords cell = local->cell_of(slot);
      ASSERT_EQ(problem.grid().cell(cell), mapping.order[slot]);
      ASSERT_EQ(local->slot_of(cell), slot);
    }
  }

  void check_large(const mapping::Problem& problem, std::uint64_t seed) const {
    const std::unique_ptr<mapping::LocalOrder> local = algorithm().local(problem);
    base::Random random(seed);
    for (int trial = 0; trial < 300; ++trial) {
      const machine::Slot slot(trial == 0 ? 0 : trial == 1 ? problem.size() - 1 : random.below(problem.size()));
      const grid::Coords cell = local->cell_of(slot);
      for (std::size_t i = 0; i < cell.size(); ++i) {
        ASSERT_GE(cell[i], 0);
        ASSERT_LT(cell[i], problem.grid().dim(i));
      }
      ASSERT_EQ(local->slot_of(cell), slot) << "seed " << seed;
    }
  }
};

TEST_P(EveryOrder, IsAPermutationInBothDirections) {
  for (std::uint64_t seed = 0; seed < cases(250); ++seed) {
    base::Random random(seed);
    const mapping::Problem problem = random_problem(random);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(problem)));
    check(problem);
    if (HasFatalFailure()) return;
  }
}

TEST_P(EveryOrder, ManagesGridsOfNoDimensionAndOfTen) {
  check(mapping::Problem(grid::Grid(), grid::Stencil(), machine::Machine::nodes(machine::Sizes::equal(1, 1))));
  check(mapping::Problem(grid::Grid(grid::Coords(10, 1)), grid::Stencil::nearest_neighbor(10),
                         machine::Machine::nodes(machine::Sizes::equal(1, 1))));
  check(mapping::Problem(grid::Grid(grid::Coords(10, 2)), grid::Stencil::hops(10),
                         machine::Machine::nodes(machine::Sizes::equal(32, 32))));
  check(mapping::Problem(grid::Grid({3, 1, 2, 1, 2, 3, 1, 2, 1, 2}), grid::Stencil::component(10),
                         machine::Machine::nodes(machine::Sizes({100, 7, 30, 7}))));
}

TEST_P(EveryOrder, ManagesAStencilWithoutOffsets) {
  check(mapping::Problem(grid::Grid({97}), grid::Stencil::component(1),
                         machine::Machine::nodes(machine::Sizes({40, 40, 17}))));
  check(mapping::Problem(grid::Grid({12, 9}), grid::Stencil(2, {}),
                         machine::Machine::nodes(machine::Sizes::equal(12, 9))));
}

TEST_P(EveryOrder, ManagesOffsetsLongerThanTheGrid) {
  const std::int64_t huge = grid::longest_offset;
  const grid::Stencil stencil(2, {{{huge, 0}}, {{-huge, 0}}, {{0, -huge}}});
  check(mapping::Problem(grid::Grid({12, 9}, {true, false}), stencil,
                         machine::Machine::nodes(machine::Sizes::equal(12, 9))));
}

TEST_P(EveryOrder, IsTheSameEveryTime) {
  base::Random random(7);
  const mapping::Problem problem = random_problem(random);
  EXPECT_EQ(mapping::run_algorithm(algorithm(), problem).order, mapping::run_algorithm(algorithm(), problem).order);
}

/// The local algorithms, on grids that are too large for memory that depends on p.
class EveryLocalOrder : public EveryOrder {};

TEST_P(EveryLocalOrder, KeepsItsCellsAtABillionProcesses) {
  check_large(mapping::Problem(grid::Grid({40000, 25000}), grid::Stencil::hops(2),
                               machine::Machine::nodes(machine::Sizes::equal(20'000'000, 50))),
              1);
  check_large(mapping::Problem(grid::Grid({1000, 1000, 1000}), grid::Stencil::nearest_neighbor(3),
                               machine::Machine::nodes(machine::Sizes::equal(15'625'000, 64))),
              2);
  machine::Sizes unequal;
  unequal.append(48, 10'000'000);
  unequal.append(37, 7);
  unequal.append(1'000'000'000 - unequal.total());
  check_large(
      mapping::Problem(grid::Grid({31250, 32000}), grid::Stencil::component(2), machine::Machine::nodes(unequal)), 3);
}

TEST_P(EveryLocalOrder, SurvivesTheLargestGrids) {
  const std::int64_t two31 = std::int64_t{1} << 31;
  check_large(mapping::Problem(grid::Grid({two31, two31}), grid::Stencil::nearest_neighbor(2),
                               machine::Machine::nodes(machine::Sizes::equal(two31 / 32, two31 * 32))),
              4);
  const std::int64_t last = std::numeric_limits<std::int64_t>::max();
  check_large(mapping::Problem(grid::Grid({last}), grid::Stencil::hops(1),
                               machine::Machine::nodes(machine::Sizes::equal(1, last))),
              5);
  check_large(mapping::Problem(grid::Grid({last / 7, 7}), grid::Stencil::hops(2),
                               machine::Machine::nodes(machine::Sizes::equal(7, last / 7))),
              6);
}

std::vector<std::string> names(bool local_only) {
  std::vector<std::string> names;
  for (const mapping::Algorithm& algorithm : mapping::algorithms())
    if (!local_only || algorithm.local != nullptr) names.emplace_back(algorithm.name);
  return names;
}

constexpr auto name_of = [](const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
};
INSTANTIATE_TEST_SUITE_P(Registry, EveryOrder, testing::ValuesIn(names(false)), name_of);
INSTANTIATE_TEST_SUITE_P(Registry, EveryLocalOrder, testing::ValuesIn(names(true)), name_of);

TEST(Registry, NamesAreDistinctAndEachHasOneWayToRun) {
  std::set<std::string_view> seen;
  for (const mapping::Algorithm& algorithm : mapping::algorithms()) {
    EXPECT_TRUE(seen.insert(algorithm.name).second) << algorithm.name;
    EXPECT_NE(algorithm.local == nullptr, algorithm.global == nullptr) << algorithm.name;
  }
}

TEST(Registry, ListsTheNamesForAnUnknownName) {
  try {
    mapping::find_algorithm("hilbrt");
    FAIL() << "found hilbrt";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("unknown mapping 'hilbrt'"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("hilbert"), std::string::npos);
  }
}

}  // namespace
}  // namespace cartwright
