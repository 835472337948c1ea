// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "grid/all_dims.hpp"
#include "orders.hpp"
#include "report/box_stats.hpp"
#include "report/picture.hpp"
#include "report/read_mapping.hpp"
#include "report/study.hpp"
#include "report/writers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

namespace cartwright {
namespace {

mapping::Order shuffled(std::int64_t size, std::uint64_t seed) {
  base::Random random(seed);
  return random_order(random, size);
}

TEST(Report, WholeCostsAreIntegers) {
  EXPECT_EQ(report::json_number(4704).dump(), "4704");
  EXPECT_EQ(report::json_number(0.5).dump(), "0.5");
  EXPECT_EQ(report::json_number(1e300).dump(), "1e+300");
}

TEST(Report, GapIsRelativeToTheBound) {
  EXPECT_EQ(bound::gap(120, 100), 0.2);
  EXPECT_EQ(bound::gap(0, 0), 0.0);
  EXPECT_EQ(bound::gap(4, 0), std::nullopt);
}

TEST(Report, PrettyTextIsTheSameDocument) {
  const report::Json json =
      report::Json::parse(R"({"a":[1,2,{"b":"a long text that does not fit in the line with all the rest"}],
                                    "c":{"d":null,"e":[],"f":[[1.5],[2]],"g":"x\"y"},
                                    "h":"one more to make it longer"})");
  const std::string text = report::pretty(json);
  EXPECT_EQ(report::Json::parse(text), json);
  EXPECT_GT(std::ranges::count(text, '\n'), 3);
}

TEST(Writers, HaveTheLinesWorkedOutByHand) {
  // Nodes of 2 and 3 get the cells 3 0 and 4 1 2.
  const mapping::Problem problem(grid::Grid({5}), grid::Stencil::nearest_neighbor(1),
                                 machine::Machine::nodes(machine::Sizes({2, 3})));
  const mapping::Order order = order_of({3, 0, 4, 1, 2});
  const report::Json report;
  const report::Placement placement = report::make_placement(problem, order, report);
  const auto written = [&](const char* name) { return report::find_writer(name).write(placement); };
  EXPECT_EQ(written("csv"), "rank,node,old_rank\n0,0,1\n1,1,3\n2,1,4\n3,0,0\n4,1,2\n");
  EXPECT_EQ(written("viem"), "1\n3\n4\n0\n2\n");
  EXPECT_EQ(written("cray"), "3,0\n4,1,2\n");
}

// Every format with the position of each process is read back as the same mapping.
TEST(Writers, WrittenMappingsAreReadBack) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const mapping::Problem problem(grid::Grid({6, 8}), grid::Stencil::nearest_neighbor(2),
                                   machine::Machine::nodes(machine::Sizes({10, 7, 20, 11})));
    const mapping::Order order = shuffled(48, seed);
    const report::Json report;
    const report::Placement placement = report::make_placement(problem, order, report);
    for (const char* name : {"csv", "ranks", "viem", "cray"}) {
      SCOPED_TRACE(name);
      EXPECT_EQ(report::read_mapping(report::find_writer(name).write(placement), problem), order);
    }
  }
}

TEST(Writers, EveryHostGetsItsNumberOfRanks) {
  const machine::Machine machine({{"node", machine::Sizes({3, 5, 4})}}, {"alpha", "beta", "gamma"});
  const mapping::Problem problem(grid::Grid({4, 3}), grid::Stencil::nearest_neighbor(2), machine);
  const mapping::Order order = shuffled(12, 5);
  const report::Json report;
  const std::string hosts = report::find_writer("slurm").write(report::make_placement(problem, order, report));
  const auto lines_of = [&](const std::string& host) {
    std::size_t count = 0;
    for (std::size_t at = hosts.find(host + "\n"); at != std::string::npos; at = hosts.find(host + "\n", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(lines_of("alpha"), 3U);
  EXPECT_EQ(lines_of("beta"), 5U);
  EXPECT_EQ(lines_of("gamma"), 4U);
}

TEST(Writers, AHostNameCannotEndTheScriptOfThePage) {
  const machine::Machine machine({{"node", machine::Sizes({2, 2})}}, {"</script><b>", "other"});
  const mapping::Problem problem(grid::Grid({2, 2}), grid::Stencil::nearest_neighbor(2), machine);
  const mapping::Order order = identity(4);
  const report::Json report;
  const std::string page = report::find_writer("html").write(report::make_placement(problem, order, report));
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page.find("/*DATA*/"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos) << "the page must not need a network";
}

TEST(ReadMapping, RejectsInvalidMappings) {
  const mapping::Problem problem(grid::Grid({2, 2}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes::equal(2, 2)));
  for (const char* text :
       {"", "0\n1\n2\n", "0\n1\n2\n2\n", "0\n0\n0\n1\n", "0,1,2", "0,1,2,4", "0,1,2,2", "0-9", "3-0,1",
        "rank,node,old_rank\n0,0,0\n1,0,1\n2,1,2\n", "rank,node,old_rank\n0,1,0\n1,0,1\n2,1,2\n3,1,3\n",
        "rank,node,old_rank\n0,0,0\n0,0,1\n2,1,2\n3,1,3\n", "rank,node,old_rank\n0,0\n1\n2\n3\n", "-1\n0\n1\n2\n",
        "0\n1\n2\n99999999999999999999\n", "a\nb\nc\nd\n"})
    EXPECT_THROW(report::read_mapping(text, problem), base::Error) << text;
}

TEST(ReadMapping, TakesRangesOfRanks) {
  const mapping::Problem problem(grid::Grid({2, 3}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes::equal(2, 3)));
  EXPECT_EQ(report::read_mapping("# order\n5-3\n0-2\n,", problem), order_of({5, 4, 3, 0, 1, 2}));
}

TEST(AllDims, AreAllFactorizations) {
  for (const std::int64_t n : {1, 2, 12, 30, 64, 210, 720}) {
    SCOPED_TRACE(n);
    std::size_t expected = 0;
    for (std::int64_t a = 1; a <= n; ++a)
      for (std::int64_t b = 1; b <= n / a; ++b)
        if (n % (a * b) == 0) ++expected;
    const std::vector<grid::Coords> found = grid::all_dims(n, {0, 0, 0}, 100000);
    std::set<std::string> distinct;
    for (const grid::Coords& dims : found) {
      EXPECT_EQ(dims[0] * dims[1] * dims[2], n);
      distinct.insert(grid::to_string(dims));
    }
    EXPECT_EQ(distinct.size(), expected);
    EXPECT_EQ(found.size(), expected);
  }
}

TEST(AllDims, KeepFixedDims) {
  const std::vector<grid::Coords> found = grid::all_dims(24, {0, 3, 0}, 100);
  EXPECT_EQ(found.size(), 4U);
  for (const grid::Coords& dims : found) EXPECT_EQ(dims[1], 3);
  EXPECT_THROW(grid::all_dims(24, {5, 0}, 100), base::Error);
  EXPECT_THROW(grid::all_dims(24, {6, 3}, 100), base::Error);
  EXPECT_THROW(grid::all_dims(720, {0, 0, 0}, 10), base::Error);
}

TEST(BoxStats, DescribeTheSample) {
  const report::BoxStats stats = report::box_stats({9, 1, 2, 3, 4, 5, 6, 7, 8, 100});
  EXPECT_DOUBLE_EQ(stats.median, 5.5);
  EXPECT_DOUBLE_EQ(stats.lower_quartile, 3.25);
  EXPECT_DOUBLE_EQ(stats.upper_quartile, 7.75);
  EXPECT_DOUBLE_EQ(stats.confidence_high - stats.median, 1.57 * 4.5 / std::sqrt(10.0));
  EXPECT_DOUBLE_EQ(stats.lower_whisker, 1);
  EXPECT_DOUBLE_EQ(stats.upper_whisker, 9);
  EXPECT_EQ(stats.outliers, std::vector<double>{100});
}

TEST(BoxStats, ASingleValueIsEveryStatistic) {
  const report::BoxStats stats = report::box_stats({0.25});
  EXPECT_EQ(stats.median, 0.25);
  EXPECT_EQ(stats.upper_whisker, 0.25);
  EXPECT_EQ(stats.confidence_low, 0.25);
}

TEST(Picture, AdjacentNodesDifferInColor) {
  const mapping::Problem problem(grid::Grid({50, 48}), grid::Stencil::nearest_neighbor(2),
                                 machine::Machine::nodes(machine::Sizes::equal(50, 48)));
  for (const char* name : {"blocked", "strips", "hyperplane", "kdtree", "hilbert"}) {
    SCOPED_TRACE(name);
    const mapping::Order order = mapping::run_algorithm(mapping::find_algorithm(name), problem).order;
    const report::Json report;
    const report::Placement placement = report::make_placement(problem, order, report);
    const std::vector<std::size_t> colors =
        report::color_nodes(problem.grid(), placement.nodes, 50, report::palette.size());
    std::size_t alike = 0;
    for (std::int64_t cell = 0; cell < 2400; ++cell)
      for (const std::int64_t beside : {cell % 48 < 47 ? cell + 1 : cell, cell < 2352 ? cell + 48 : cell}) {
        const std::int64_t a = placement.nodes[grid::Cell(cell)];
        const std::int64_t b = placement.nodes[grid::Cell(beside)];
        if (a != b && colors[a] == colors[b]) ++alike;
      }
    EXPECT_EQ(alike, 0U);
  }
}

TEST(Study, HasThe144InstancesOfThePaper) {
  const std::vector<report::StudyInstance> instances = report::study_instances();
  EXPECT_EQ(instances.size(), 144U);
  EXPECT_EQ(std::ranges::max(instances, {}, &report::StudyInstance::nodes).nodes, 31);
  EXPECT_EQ(std::ranges::max(instances, {}, &report::StudyInstance::processes).processes, 32);
}

}  // namespace
}  // namespace cartwright
