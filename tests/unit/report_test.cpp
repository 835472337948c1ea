// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "grid/all_dims.hpp"
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

Order shuffled(std::int64_t size, std::uint64_t seed) {
  Order order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  Random random(seed);
  for (std::int64_t i = size - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
  return order;
}

TEST(Report, WholeCostsAreIntegers) {
  EXPECT_EQ(json_number(4704).dump(), "4704");
  EXPECT_EQ(json_number(0.5).dump(), "0.5");
  EXPECT_EQ(json_number(1e300).dump(), "1e+300");
}

TEST(Report, GapIsRelativeToTheBound) {
  EXPECT_EQ(gap(120, 100), 0.2);
  EXPECT_EQ(gap(0, 0), 0.0);
  EXPECT_EQ(gap(4, 0), std::nullopt);
}

TEST(Report, PrettyTextIsTheSameDocument) {
  const Json json = Json::parse(R"({"a":[1,2,{"b":"a long text that does not fit in the line with all the rest"}],
                                    "c":{"d":null,"e":[],"f":[[1.5],[2]],"g":"x\"y"},"h":"one more to make it longer"})");
  const std::string text = pretty(json);
  EXPECT_EQ(Json::parse(text), json);
  EXPECT_GT(std::ranges::count(text, '\n'), 3);
}

// Every format that says where each process goes is read back as the mapping that was written.
TEST(Writers, WhatTheyWriteIsReadBack) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem(Grid({6, 8}), Stencil::nearest_neighbor(2), Machine::nodes(Sizes({10, 7, 20, 11})));
    const Order order = shuffled(48, seed);
    const Json report;
    const Placement placement = make_placement(problem, order, report);
    for (const char* name : {"csv", "viem", "cray"}) {
      SCOPED_TRACE(name);
      EXPECT_EQ(read_mapping(find_writer(name).write(placement), problem), order);
    }
  }
}

TEST(Writers, EveryHostGetsItsNumberOfRanks) {
  const Machine machine({{"node", Sizes({3, 5, 4})}}, {"alpha", "beta", "gamma"});
  const Problem problem(Grid({4, 3}), Stencil::nearest_neighbor(2), machine);
  const Order order = shuffled(12, 5);
  const Json report;
  const std::string hosts = find_writer("slurm").write(make_placement(problem, order, report));
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
  const Machine machine({{"node", Sizes({2, 2})}}, {"</script><b>", "other"});
  const Problem problem(Grid({2, 2}), Stencil::nearest_neighbor(2), machine);
  const Order order = {0, 1, 2, 3};
  const Json report;
  const std::string page = find_writer("html").write(make_placement(problem, order, report));
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page.find("/*DATA*/"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos) << "the page must not need a network";
}

TEST(ReadMapping, RefusesWhatIsNoMapping) {
  const Problem problem(Grid({2, 2}), Stencil::nearest_neighbor(2), Machine::nodes(Sizes::equal(2, 2)));
  for (const char* text :
       {"", "0\n1\n2\n", "0\n1\n2\n2\n", "0\n0\n0\n1\n", "0,1,2", "0,1,2,4", "0,1,2,2", "0-9", "3-0,1",
        "rank,node,old_rank\n0,0,0\n1,0,1\n2,1,2\n", "rank,node,old_rank\n0,1,0\n1,0,1\n2,1,2\n3,1,3\n",
        "rank,node,old_rank\n0,0,0\n0,0,1\n2,1,2\n3,1,3\n", "rank,node,old_rank\n0,0\n1\n2\n3\n", "-1\n0\n1\n2\n",
        "0\n1\n2\n99999999999999999999\n", "a\nb\nc\nd\n"})
    EXPECT_THROW(read_mapping(text, problem), Error) << text;
}

TEST(ReadMapping, TakesRangesOfRanks) {
  const Problem problem(Grid({2, 3}), Stencil::nearest_neighbor(2), Machine::nodes(Sizes::equal(2, 3)));
  EXPECT_EQ(read_mapping("# order\n5-3\n0-2\n,", problem), (Order{5, 4, 3, 0, 1, 2}));
}

TEST(AllDims, AreAllFactorisations) {
  for (const std::int64_t n : {1, 2, 12, 30, 64, 210, 720}) {
    SCOPED_TRACE(n);
    std::size_t expected = 0;
    for (std::int64_t a = 1; a <= n; ++a)
      for (std::int64_t b = 1; b <= n / a; ++b)
        if (n % (a * b) == 0) ++expected;
    const std::vector<Coords> found = all_dims(n, {0, 0, 0}, 100000);
    std::set<std::string> distinct;
    for (const Coords& dims : found) {
      EXPECT_EQ(dims[0] * dims[1] * dims[2], n);
      distinct.insert(to_string(dims));
    }
    EXPECT_EQ(distinct.size(), expected);
    EXPECT_EQ(found.size(), expected);
  }
}

TEST(AllDims, KeepFixedDims) {
  const std::vector<Coords> found = all_dims(24, {0, 3, 0}, 100);
  EXPECT_EQ(found.size(), 4U);
  for (const Coords& dims : found) EXPECT_EQ(dims[1], 3);
  EXPECT_THROW(all_dims(24, {5, 0}, 100), Error);
  EXPECT_THROW(all_dims(24, {6, 3}, 100), Error);
  EXPECT_THROW(all_dims(720, {0, 0, 0}, 10), Error);
}

TEST(BoxStats, AreThoseOfTheSample) {
  const BoxStats stats = box_stats({9, 1, 2, 3, 4, 5, 6, 7, 8, 100});
  EXPECT_DOUBLE_EQ(stats.median, 5.5);
  EXPECT_DOUBLE_EQ(stats.lower_quartile, 3.25);
  EXPECT_DOUBLE_EQ(stats.upper_quartile, 7.75);
  EXPECT_DOUBLE_EQ(stats.confidence_high - stats.median, 1.57 * 4.5 / std::sqrt(10.0));
  EXPECT_DOUBLE_EQ(stats.lower_whisker, 1);
  EXPECT_DOUBLE_EQ(stats.upper_whisker, 9);
  EXPECT_EQ(stats.outliers, std::vector<double>{100});
}

TEST(BoxStats, OfOneValueAreThatValue) {
  const BoxStats stats = box_stats({0.25});
  EXPECT_EQ(stats.median, 0.25);
  EXPECT_EQ(stats.upper_whisker, 0.25);
  EXPECT_EQ(stats.confidence_low, 0.25);
}

TEST(Picture, NodesBesideEachOtherDifferInColor) {
  const Problem problem(Grid({50, 48}), Stencil::nearest_neighbor(2), Machine::nodes(Sizes::equal(50, 48)));
  for (const char* name : {"blocked", "strips", "hyperplane", "kdtree", "hilbert"}) {
    SCOPED_TRACE(name);
    const Order order = run_algorithm(find_algorithm(name), problem).order;
    const Json report;
    const Placement placement = make_placement(problem, order, report);
    const std::vector<std::size_t> colors = color_nodes(problem.grid(), placement.nodes, 50, palette.size());
    std::size_t alike = 0;
    for (std::int64_t cell = 0; cell < 2400; ++cell)
      for (const std::int64_t beside : {cell % 48 < 47 ? cell + 1 : cell, cell < 2352 ? cell + 48 : cell}) {
        const std::int64_t a = placement.nodes[static_cast<std::size_t>(cell)];
        const std::int64_t b = placement.nodes[static_cast<std::size_t>(beside)];
        if (a != b && colors[static_cast<std::size_t>(a)] == colors[static_cast<std::size_t>(b)]) ++alike;
      }
    EXPECT_EQ(alike, 0U);
  }
}

TEST(Study, HasThe144InstancesOfThePaper) {
  const std::vector<StudyInstance> instances = study_instances();
  EXPECT_EQ(instances.size(), 144U);
  EXPECT_EQ(std::ranges::max(instances, {}, &StudyInstance::nodes).nodes, 31);
  EXPECT_EQ(std::ranges::max(instances, {}, &StudyInstance::processes).processes, 32);
}

}  // namespace
}  // namespace cartwright
