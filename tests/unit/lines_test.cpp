// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/lines.hpp"

#include "choose/place.hpp"
#include "cost/cut.hpp"
#include "grid/parse.hpp"
#include "traffic/traffic.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cartwright {
namespace {

using Edges = std::map<std::pair<std::int64_t, std::int64_t>, double>;

Edges edges_of(const grid::Grid& grid, const grid::Stencil& stencil) {
  Edges edges;
  for (const grid::Cell cell : grid.cells())
    for (const grid::Offset& offset : stencil.offsets()) {
      const grid::Cell to = grid.neighbor(grid.coords(cell), offset.delta);
      if (to != grid::no_cell) edges[{cell.number(), to.number()}] += offset.weight;
    }
  return edges;
}

/// The all-to-alls of the network's traffic, pair by pair.
Edges edges_of(const traffic::Traffic& traffic) {
  Edges edges;
  for (const traffic::Team& team : traffic.teams())
    for (const traffic::Rank from : team.ranks)
      for (const traffic::Rank to : team.ranks)
        if (from != to) edges[{from.number(), to.number()}] += team.bytes;
  return edges;
}

TEST(Lines, AreTheAllToAllsOfTheNetworksTraffic) {
  for (const grid::Coords& dims : {grid::Coords{4, 4}, grid::Coords{3, 5}, grid::Coords{2, 3, 4}, grid::Coords{6},
                                   grid::Coords{1, 4}, grid::Coords{2, 2}})
    for (const bool periodic : {false, true}) {
      const grid::Grid grid(dims, base::FixedVector<bool, grid::max_dims>(dims.size(), periodic));
      for (const char* name : {"rows", "columns", "transposes"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", grid::to_string(dims), periodic, name));
        const auto lines = grid::line_dims(name, dims.size());
        ASSERT_TRUE(lines);
        EXPECT_EQ(edges_of(grid, grid::parse_stencil(name, grid)),
                  edges_of(*traffic::alltoall_traffic(grid, *lines, 1)));
      }
    }
}

TEST(Lines, FollowLongLinesInPart) {
  const grid::Grid line({1000});
  EXPECT_EQ(grid::line_steps(line, 0, 1 << 20), 999);
  EXPECT_EQ(grid::line_steps(line, 0, 3000), 3);
  EXPECT_EQ(grid::line_steps(line, 0, 1), 1);
  EXPECT_EQ(grid::line_stencil(line, {0}, 3000).size(), 6U);
}

TEST(Lines, NeedTheDimsOfTheGrid) {
  EXPECT_THROW(grid::parse_stencil("rows", 2), base::Error);
  EXPECT_EQ(grid::parse_stencil("nn", grid::Grid({3, 3})).size(), 4U);
}

TEST(Lines, KeepRowsOnTheirNodesWhereBlocksDoHarm) {
  // Rows and columns of 4x4 processes, a row on each node: 48 pairs cross nodes, and 64 in blocks of 2x2.
  const grid::Grid grid({4, 4});
  const choose::RankLocations locations({{"node", {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}}});
  const choose::RankPlacement blocks = choose::place(grid, grid::parse_stencil("nn", grid), locations, {});
  const choose::RankPlacement lines = choose::place(grid, grid::parse_stencil("transposes", grid), locations, {});
  const mapping::Problem transposing(grid, grid::parse_stencil("transposes", grid), locations.machine());
  EXPECT_EQ(cost::node_cut(transposing, blocks.order).j_sum, 64);
  EXPECT_EQ(cost::node_cut(transposing, lines.order).j_sum, 48);
  EXPECT_TRUE(lines.new_rank.empty());
  EXPECT_EQ(choose::place(grid, grid::parse_stencil("rows", grid), locations, {}).nodes_after().j_sum, 0);
}

}  // namespace
}  // namespace cartwright
