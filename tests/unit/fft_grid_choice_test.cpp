// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/grid_choice.hpp"

#include "base/random.hpp"
#include "fft/choice/grid_cost.hpp"
#include "fft/choice/grid_orders.hpp"
#include "network/networks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace cartwright::fft {
namespace {

using Dims = std::vector<std::int64_t>;

/// Nodes of these sizes, filled one after the other.
choose::RankLevel blocked(const std::vector<int>& sizes, const std::string& name = "node") {
  choose::RankLevel level{name, {}};
  for (std::size_t domain = 0; domain < sizes.size(); ++domain)
    level.domain_of_rank.insert(level.domain_of_rank.end(), sizes[domain], static_cast<int>(domain));
  return level;
}

choose::RankLevel dealt_out(std::int64_t processes, int nodes) {
  choose::RankLevel level{"node", {}};
  for (std::int64_t rank = 0; rank < processes; ++rank) level.domain_of_rank.push_back(static_cast<int>(rank % nodes));
  return level;
}

choice::GridRequest request(std::vector<std::int64_t> n, std::int64_t processes,
                            std::vector<choose::RankLevel> levels = {}) {
  choice::GridRequest made;
  made.n = std::move(n);
  made.processes = processes;
  made.levels = std::move(levels);
  return made;
}

choice::GridRequest on_grid(choice::GridRequest made, std::vector<int> grid, std::string order = "auto") {
  made.grid_ndims = grid.size();
  made.grid = std::move(grid);
  made.order = std::move(order);
  return made;
}

choice::GridChoice best(const choice::GridRequest& request) { return choice::choose_grids(request, 1).at(0); }

void expect_permutation(choice::Cells cells) {
  std::ranges::sort(cells);
  for (std::size_t i = 0; i < cells.size(); ++i) ASSERT_EQ(cells[i], static_cast<std::int64_t>(i));
}

/// The number of lines along a dim that lie inside one domain.
std::int64_t lines_inside(const choice::GridChoice& choice, const choose::RankLevel& level, std::size_t dim) {
  std::map<std::int64_t, std::set<int>> domains_of_line;
  std::int64_t stride = 1;
  for (std::size_t i = dim + 1; i < choice.dims.size(); ++i) stride *= choice.dims[i];
  for (std::size_t rank = 0; rank < choice.cells.size(); ++rank)
    domains_of_line[choice.cells[rank] - choice.cells[rank] / stride % choice.dims[dim] * stride].insert(
        level.domain_of_rank[rank]);
  return std::ranges::count_if(domains_of_line, [](const auto& line) { return line.second.size() == 1; });
}

TEST(GridOrders, AreThePublishedOnes) {
  // [Aseeri2019, tables I and II]: the rank in every cell of 4 x 4 pencils.
  const choice::Cells rows = choice::row_major(Dims{4, 4}), curve = choice::morton(Dims{4, 4});
  const std::array<std::int64_t, 16> table_1 = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const std::array<std::int64_t, 16> table_2 = {0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15};
  for (std::size_t cell = 0; cell < 16; ++cell) {
    EXPECT_EQ(rows[table_1[cell]], static_cast<std::int64_t>(cell));
    EXPECT_EQ(curve[table_2[cell]], static_cast<std::int64_t>(cell));
  }
  EXPECT_EQ(choice::column_major(Dims{2, 3}), (choice::Cells{0, 3, 1, 4, 2, 5}));
  for (const Dims& dims : {Dims{4, 4}, Dims{3, 5}, Dims{1, 7}, Dims{6}, Dims{2, 3, 5}})
    for (const choice::Cells& cells : {choice::row_major(dims), choice::column_major(dims), choice::morton(dims)})
      expect_permutation(cells);
}

TEST(GridOrders, AreSelectedByTheirNames) {
  for (const std::string order : {"row-major", "column-major", "morton"}) {
    const choice::GridChoice choice = best(on_grid(request({16, 16, 16}, 16, {blocked({4, 4, 4, 4})}), {4, 4}, order));
    EXPECT_EQ(choice.order, order);
    EXPECT_EQ(choice.cells, order == "morton"      ? choice::morton(choice.dims)
                            : order == "row-major" ? choice::row_major(choice.dims)
                                                   : choice::column_major(choice.dims));
  }
}

TEST(GridChoice, IsNeverSlowerThanOtherOrders) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const std::int64_t p = 1 + random.below(48);
    choice::GridRequest asked = request({}, p);
    for (std::int64_t i = 2 + random.below(3); i > 0; --i) asked.n.push_back(1 + random.below(40));
    for (const char* name : {"group", "node"}) {
      asked.levels.push_back({name, {}});
      const std::int64_t domains = 1 + random.below(6);
      for (std::int64_t rank = 0; rank < p; ++rank)
        asked.levels.back().domain_of_rank.push_back(static_cast<int>(random.below(domains)));
    }
    asked.grid_ndims = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(asked.n.size())));
    const std::vector<choice::GridChoice> found = choice::choose_grids(asked, 1000);
    ASSERT_FALSE(found.empty());
    EXPECT_TRUE(std::ranges::is_sorted(found, {}, &choice::GridChoice::seconds));
    const choice::RankDomains domains(p, asked.levels);
    const choice::GridArray array{asked.n, asked.element_bytes};
    for (const choice::GridChoice& choice : found) {
      expect_permutation(choice.cells);
      EXPECT_FALSE(choice.why.empty());
      const auto seconds = [&](const choice::Cells& cells) {
        return choice::transposes_seconds({}, choice::grid_loads(array, choice.dims, cells, domains)) +
               choice::transforms_seconds({}, array, choice.dims);
      };
      EXPECT_DOUBLE_EQ(choice.seconds, seconds(choice.cells));
      EXPECT_LE(choice.seconds, seconds(choice::row_major(choice.dims)));
      EXPECT_LE(choice.seconds, seconds(choice::column_major(choice.dims)));
    }
  }
}

TEST(GridChoice, TriesAllGrids) {
  std::set<Dims> seen;
  for (const choice::GridChoice& choice : choice::choose_grids(request({16, 16, 16}, 12), 100))
    seen.insert(choice.dims);
  EXPECT_EQ(seen, (std::set<Dims>{{12}, {1, 12}, {2, 6}, {3, 4}, {4, 3}, {6, 2}, {12, 1}}));
  seen.clear();
  choice::GridRequest bricks = request({8, 8, 8, 8}, 4);
  bricks.grid_ndims = 3;
  for (const choice::GridChoice& choice : choice::choose_grids(bricks, 100)) seen.insert(choice.dims);
  EXPECT_EQ(seen, (std::set<Dims>{{1, 1, 4}, {1, 4, 1}, {4, 1, 1}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}}));
  EXPECT_EQ(choice::choose_grids(request({16, 16}, 12), 100).size(), 1U);
  EXPECT_EQ(choice::choose_grids(on_grid(request({16, 16, 16}, 12), {0, 3}), 100).size(), 1U);
  EXPECT_EQ(choice::choose_grids(request({16, 16, 16}, 12), 3).size(), 3U);
}

TEST(GridChoice, TakesSlabsOnOneNode) {
  for (const std::int64_t p : {1, 2, 4, 7, 12, 16}) EXPECT_EQ(best(request({840, 840, 840}, p)).dims, Dims{p});
  EXPECT_EQ(best(request({16, 16, 16}, 4)).why, "all lines on one node: 1 transpose moves 16 kB of a process");
}

TEST(GridChoice, LeavesNoProcessWithoutData) {
  const choice::GridChoice choice = best(request({4, 64, 64}, 8));
  EXPECT_EQ(choice.dims.size(), 2U);
  EXPECT_EQ(choice::processes_without_data({{4, 64, 64}, 16}, choice.dims), 0);
  EXPECT_EQ(choice::processes_without_data({{16, 16, 16}, 16}, best(request({16, 16, 16}, 64)).dims), 0);
  // If there is no other grid, the explanation says so.
  EXPECT_NE(best(request({4, 64}, 8)).why.find("4 processes are without data"), std::string::npos);
}

TEST(GridChoice, PutsLinesInsideNodes) {
  const choose::RankLevel nodes = blocked({4, 4, 4, 4});
  EXPECT_EQ(lines_inside(best(on_grid(request({32, 32, 32}, 16, {nodes}), {4, 4})), nodes, 1), 4);
  // Lines of 2 and of 8: two lines of 2 fit on a node.
  const choice::GridChoice narrow = best(on_grid(request({32, 32, 32}, 16, {nodes}), {2, 8}));
  EXPECT_EQ(lines_inside(narrow, nodes, 0), 8);
}

TEST(GridChoice, PutsLinesInsideNodesWithCyclicRanks) {
  const choose::RankLevel nodes = dealt_out(12, 3);
  const choice::GridChoice choice = best(on_grid(request({24, 24, 24}, 12, {nodes}), {3, 4}));
  EXPECT_EQ(lines_inside(choice, nodes, 1), 3);
  EXPECT_NE(choice.order, "row-major");
  EXPECT_NE(choice.why.find("lines of 4 along dim 1 lie inside nodes"), std::string::npos) << choice.why;
}

TEST(GridChoice, MakesWholeLinesOnUnequalNodes) {
  // In rank order only the first of the lines of 4 would lie on one node.
  const choose::RankLevel nodes = blocked({5, 5, 5, 1});
  const choice::GridChoice choice = best(on_grid(request({40, 40, 40}, 16, {nodes}), {4, 4}));
  EXPECT_EQ(std::max(lines_inside(choice, nodes, 0), lines_inside(choice, nodes, 1)), 3);
}

TEST(GridChoice, GoesLevelByLevel) {
  // Groups of 2 nodes of 4, with ranks scattered over both. Lines of 4 go into nodes, pairs of lines into groups.
  choose::RankLevel groups{"group", {}}, nodes{"node", {}};
  for (int rank = 0; rank < 32; ++rank) {
    nodes.domain_of_rank.push_back(rank % 8);
    groups.domain_of_rank.push_back(rank % 4);
  }
  const choice::GridRequest asked = on_grid(request({32, 32, 32, 32}, 32, {groups, nodes}), {4, 2, 4});
  const choice::GridChoice choice = best(asked);
  EXPECT_EQ(lines_inside(choice, nodes, 2) + lines_inside(choice, nodes, 0), 8);
  EXPECT_EQ(lines_inside(choice, groups, 1), 16);
}

TEST(GatheredLines, JoinTheRestInTheNextLevel) {
  // Two groups of nodes of 3, lines of 2: one line on each node, and one line of the two remaining ranks of each group.
  const choose::RankLevel groups = blocked({6, 6}, "group"), nodes = blocked({3, 3, 3, 3});
  choice::GridChoice choice;
  choice.dims = {6, 2};
  choice.cells =
      choice::gathered_lines(choice.dims, std::vector<std::size_t>{1, 0}, choice::RankDomains(12, {groups, nodes}));
  expect_permutation(choice.cells);
  EXPECT_EQ(lines_inside(choice, nodes, 1), 4);
  EXPECT_EQ(lines_inside(choice, groups, 1), 6);
}

TEST(LevelBoxes, KeepMostOfAllLinesInside) {
  // Nodes of 4 on 6 x 6: a line of 6 does not fit, 2 x 2 does.
  const choose::RankLevel nodes = blocked({4, 4, 4, 4, 4, 4, 4, 4, 4});
  const choice::Cells cells = choice::level_boxes(Dims{6, 6}, choice::RankDomains(36, {nodes}));
  expect_permutation(cells);
  EXPECT_EQ((choice::Cells{cells[0], cells[1], cells[2], cells[3]}), (choice::Cells{0, 1, 6, 7}));
  EXPECT_TRUE(choice::level_boxes(Dims{2, 2}, choice::RankDomains(4, {blocked({3, 1})})).empty());
}

TEST(GridChoice, ComesNearTheBestOfAllPlacements) {
  // All ways to place 8 processes. The orders that are tried are a few of them.
  for (const std::vector<int>& sizes : {std::vector<int>{4, 4}, {2, 2, 2, 2}, {5, 3}, {3, 3, 2}, {6, 1, 1}}) {
    const choice::GridRequest asked = on_grid(request({24, 24, 24}, 8, {blocked(sizes)}), {2, 4});
    const choice::RankDomains domains(8, asked.levels);
    const auto seconds = [&](const choice::Cells& cells) {
      return choice::transposes_seconds({}, choice::grid_loads({asked.n, 16}, Dims{2, 4}, cells, domains));
    };
    const double found = seconds(best(asked).cells);
    double least = found;
    // Only the nodes of the cells matter: ranks of a node are equivalent.
    std::vector<int> node_of_cell = asked.levels.front().domain_of_rank;
    do {
      std::vector<int> filled(sizes.size(), 0);
      choice::Cells cells(8);
      for (std::size_t cell = 0; cell < 8; ++cell) {
        const auto node = static_cast<std::size_t>(node_of_cell[cell]);
        const int first = std::accumulate(sizes.begin(), sizes.begin() + node_of_cell[cell], 0);
        cells[first + filled[node]++] = static_cast<std::int64_t>(cell);
      }
      least = std::min(least, seconds(cells));
    } while (std::ranges::next_permutation(node_of_cell).found);
    EXPECT_LE(found, 1.02 * least) << fmt::format("nodes of {}: {} and {}", fmt::join(sizes, ", "), found, least);
  }
}

std::string refusal(const choice::GridRequest& request) {
  try {
    choice::choose_grids(request, 1);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(GridChoice, RefusesGridsThatDoNotFit) {
  const choice::GridRequest good = request({16, 16, 16}, 12);
  EXPECT_EQ(refusal(on_grid(good, {5, 3})),
            "process grid 5x3 does not fit 12 processes: its dims must multiply to 12; pass 0 to let a dim be chosen");
  EXPECT_EQ(refusal(on_grid(good, {5, 0})).substr(0, 41), "process grid 5x0 does not fit 12 processe");
  EXPECT_EQ(refusal(on_grid(good, {-3, -4})), "process grid -3x-4: -3 is negative; pass 0 to let a dim be chosen");
  EXPECT_EQ(refusal(on_grid(good, {3, 4}, "snake")),
            "unknown order 'snake': use auto, row-major, column-major, morton");
  EXPECT_EQ(refusal(on_grid(good, {2, 2, 3})),
            "a process grid of 3 dims for an array of 3 dimensions: give 1 (slabs) to 2, or 0 to let it be chosen");
  choice::GridRequest odd = on_grid(good, {3, 4});
  odd.grid_ndims = 1;
  EXPECT_EQ(refusal(odd), "the process grid has 2 dims, but grid_ndims is 1: make them equal");
  EXPECT_NE(refusal(request({16}, 2)), "");
  EXPECT_NE(refusal(request({16, 0}, 2)), "");
  EXPECT_NE(refusal(request({16, 16}, 0)), "");
  EXPECT_EQ(refusal(request({16, 16}, 3, {blocked({1, 1})})),
            "level 'node' has the domains of 2 processes, but there are 3: give one domain for each");
}

TEST(GridChoice, CopesWithManyDims) {
  choice::GridRequest asked = request(std::vector<std::int64_t>(8, 4), 1 << 16);
  asked.grid_ndims = 7;
  const choice::GridChoice choice = best(asked);
  EXPECT_EQ(choice.dims.size(), 7U);
  expect_permutation(choice.cells);
}

TEST(GridChoice, TakesTheOrderThatRelievesTheBusiestLink) {
  // Two groups of four nodes with one link between them: long lines must stay in a group.
  choice::GridRequest wanted = request({64, 64, 64}, 16, {blocked(std::vector<int>(8, 2))});
  wanted.grid_ndims = 2;
  wanted.grid = {2, 8};
  wanted.network = network::read_network("fat-tree:down=4x2,up=1x1");
  // The launcher dealt the nodes of the groups in turn.
  for (int rank = 0; rank < 16; ++rank) {
    const int node = rank / 2;
    wanted.node_of_rank.push_back(network::Node(node % 2 * 4 + node / 2));
  }
  const choice::GridChoice by_links = choice::choose_grids(wanted, 1).front();
  // Half of each line of 8 is in either group: 2 * 4 * 4 messages of 2^18 / 8 bytes each way, over a link of 25 GB/s.
  EXPECT_NE(by_links.why.find("the busiest link needs 0.0419 ms"), std::string::npos) << by_links.why;
  // No order of the same grid is quicker than the one taken.
  for (const char* order : {"row-major", "column-major", "morton"}) {
    choice::GridRequest other = wanted;
    other.order = order;
    EXPECT_LE(by_links.seconds, choice::choose_grids(other, 1).front().seconds * (1 + 1e-12)) << order;
  }
}

}  // namespace
}  // namespace cartwright::fft
