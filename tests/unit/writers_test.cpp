// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers.hpp"

#include "orders.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace cartwright {
namespace {

/// Ranks on nodes of these sizes, for one file.
struct Ranks {
  std::vector<std::int64_t> sizes;
  std::vector<std::string> hosts;   ///< may be empty
  std::vector<std::int64_t> order;  ///< the rank of each slot

  std::string file(std::string_view format) const { return with(format, &report::Writer::write); }
  std::string caveat(std::string_view format) const { return with(format, &report::Writer::caveat); }

 private:
  std::string with(std::string_view format, std::string (*report::Writer::*function)(const report::Placement&)) const {
    const machine::Machine machine({{"node", machine::Sizes(sizes)}}, hosts);
    const mapping::Problem problem(grid::Grid({machine.size()}), grid::Stencil::nearest_neighbor(1), machine);
    const mapping::Order cells = order_of(order);
    const report::Json report;
    return (report::find_writer(format).*function)(report::make_placement(problem, cells, report));
  }
};

// The machine file of Intel's Developer Reference: node0:2, node1:2, node0:1.
TEST(Writers, IntelRepeatsAHost) {
  EXPECT_EQ((Ranks{{3, 2}, {"node0", "node1"}, {0, 1, 4, 2, 3}}).file("intel"), "node0:2\nnode1:2\nnode0:1\n");
}

// The example of https://slurm.schedmd.com/dist_plane.html: 21 tasks on 3 nodes.
TEST(Writers, APlaneOfSlurmIsFound) {
  const Ranks planes = {{8, 8, 5}, {}, {0, 1, 2, 3, 12, 13, 14, 15, 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 10, 11, 20}};
  EXPECT_EQ(planes.file("plane"), "plane=4\n");
  EXPECT_EQ(planes.caveat("plane"), "");
  EXPECT_EQ((Ranks{{2, 2}, {}, {0, 2, 1, 3}}).file("plane"), "plane=1\n");
  EXPECT_EQ((Ranks{{2, 2}, {}, {1, 0, 3, 2}}).file("plane"), "plane=2\n");
  EXPECT_EQ((Ranks{{3}, {}, {2, 1, 0}}).file("plane"), "plane=3\n");
  for (const Ranks& other : {Ranks{{2, 2}, {}, {0, 3, 1, 2}}, Ranks{{2, 2}, {}, {2, 3, 0, 1}},
                             Ranks{{3, 3}, {}, {0, 1, 4, 2, 3, 5}}, Ranks{{1, 3}, {}, {0, 1, 2, 3}}}) {
    EXPECT_EQ(other.file("plane"), "arbitrary\n");
    EXPECT_NE(other.caveat("plane"), "");
  }
}

TEST(Writers, ErfNamesHostAndCpuOfEachRank) {
  EXPECT_EQ((Ranks{{2, 2}, {}, {0, 2, 3, 1}}).file("erf"),
            "cpu_index_using: logical\n\n"
            "rank: 0: { host: 1; cpu: {0} }\n"
            "rank: 1: { host: 2; cpu: {1} }\n"
            "rank: 2: { host: 1; cpu: {1} }\n"
            "rank: 3: { host: 2; cpu: {0} }\n");
  EXPECT_EQ((Ranks{{1, 1}, {"a05n17", "a05n18"}, {1, 0}}).file("erf"),
            "cpu_index_using: logical\n\n"
            "rank: 0: { hostname: a05n18; cpu: {0} }\n"
            "rank: 1: { hostname: a05n17; cpu: {0} }\n");
}

TEST(Writers, VcoordHasTheCoordinatesOfTheNodeOfEachRank) {
  const std::vector<std::int64_t> order = {0, 2, 1, 3};
  EXPECT_EQ((Ranks{{2, 2}, {"t0-1-2", "t10-0-3"}, order}).file("vcoord"), "(0,1,2)\n(10,0,3)\n(0,1,2)\n(10,0,3)\n");
  EXPECT_EQ((Ranks{{2, 2}, {"0-1", "1-1"}, order}).file("vcoord"), "(0,1)\n(1,1)\n(0,1)\n(1,1)\n");
  // Names of the real machine are not coordinates in the job.
  for (const char* name : {"f01-1234c", "node0003", "t1-2-3-4", "t-1-2", ""}) {
    const Ranks ranks = {{2, 2}, {"t0-1-2", name}, order};
    EXPECT_EQ(ranks.file("vcoord"), "(0)\n(1)\n(0)\n(1)\n") << name;
    EXPECT_NE(ranks.caveat("vcoord"), "") << name;
  }
}

// LAMMPS sets uni2orig[J] = I for every line "I J".
TEST(Writers, LammpsGetsTheNewRankOfEachProcess) {
  const std::vector<std::int64_t> order = {3, 0, 1, 2, 5, 4};
  std::istringstream file((Ranks{{3, 3}, {}, order}).file("lammps"));
  std::string comment;
  std::getline(file, comment);
  EXPECT_EQ(comment.front(), '#');
  std::vector<std::int64_t> original(6, -1);
  for (std::int64_t i = 0, j = 0; file >> i >> j;) original[static_cast<std::size_t>(j)] = i;
  for (std::int64_t slot = 0; slot < 6; ++slot)
    EXPECT_EQ(original[static_cast<std::size_t>(order[static_cast<std::size_t>(slot)])], slot);
}

}  // namespace
}  // namespace cartwright
