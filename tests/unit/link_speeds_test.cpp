// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/link_speeds.hpp"

#include "base/error.hpp"
#include "choose/place.hpp"
#include "grid/parse.hpp"

#include <gtest/gtest.h>

namespace cartwright {
namespace {

/// Speeds of links between the domains of these levels, in bytes per second.
machine::LinkSpeeds speeds_of(const std::vector<std::pair<const char*, double>>& bandwidths) {
  machine::Measured measured;
  for (const auto& [level, bandwidth] : bandwidths)
    measured.links.push_back({.between = level,
                              .title = "",
                              .messages = {{8, {2e-6, 1e-6, 3e-6}, {4e6, 4e6, 4e6}}},
                              .messages_per_second = {5e6, 5e6, 5e6},
                              .rings = {{4, false, 1 << 20, {bandwidth, bandwidth, bandwidth}}}});
  return {measured, "links.json"};
}

machine::Machine machine_of(std::int64_t nodes, std::int64_t sockets, std::int64_t cores) {
  return machine::Machine({{"node", machine::Sizes::equal(nodes, sockets * cores)},
                           {"socket", machine::Sizes::equal(nodes * sockets, cores)}});
}

TEST(LinkSpeeds, AreTheSameAfterTheyWereSent) {
  const machine::LinkSpeeds speeds = speeds_of({{"node", 1e10 / 3}, {"process", 4e10}});
  const machine::LinkSpeeds sent = machine::LinkSpeeds::from_text(speeds.text());
  EXPECT_EQ(sent.text(), speeds.text());
  EXPECT_EQ(sent.source(), "links.json");
  EXPECT_EQ(sent.between("node")->bandwidth, 1e10 / 3);
  EXPECT_EQ(sent.between("node")->latency, 2e-6);
  EXPECT_EQ(sent.between("node")->message_rate, 5e6);
  EXPECT_EQ(sent.between("socket"), nullptr);
  EXPECT_TRUE(machine::LinkSpeeds::from_text("").empty());
  for (const char* bad : {"a\nnode\t1\t2", "a\nnode\t1\t2\tx", "a\nnode\t1\t2\t0", "a\nnode\t1\t2\tnan"})
    EXPECT_THROW(machine::LinkSpeeds::from_text(bad), base::Error) << bad;
}

TEST(Weights, AreTheSecondsThatABytePaysMoreThanInside) {
  machine::Machine machine = machine_of(2, 2, 3);
  const std::string note = machine::weigh(machine, speeds_of({{"node", 1e9}, {"socket", 4e9}, {"process", 8e9}}));
  EXPECT_DOUBLE_EQ(machine.levels()[0].weight, 1 / 1e9 - 1 / 4e9);
  EXPECT_DOUBLE_EQ(machine.levels()[1].weight, 1 / 4e9 - 1 / 8e9);
  EXPECT_EQ(note, "levels are weighted by measured links (links.json): node 1 GB/s, socket 4 GB/s");
}

TEST(Weights, AreNotNegativeAndNeedAllLevels) {
  machine::Machine machine = machine_of(2, 2, 3);
  machine::weigh(machine, speeds_of({{"node", 9e9}, {"socket", 4e9}, {"process", 8e9}}));
  EXPECT_EQ(machine.levels()[0].weight, 0);
  machine::Machine partly = machine_of(2, 2, 3);
  const std::string note = machine::weigh(partly, speeds_of({{"node", 1e9}, {"process", 8e9}}));
  EXPECT_EQ(partly.levels()[0].weight, 0);
  EXPECT_EQ(note, "links between the domains of level 'socket' were not measured (links.json): levels have no weights");
  EXPECT_EQ(machine::weigh(partly, {}), "");
}

TEST(Weights, OfNodesAloneChangeNoScoreOrder) {
  machine::Machine machine = machine::Machine::nodes(machine::Sizes::equal(4, 6));
  const grid::Grid grid({4, 6});
  const grid::Stencil stencil = grid::parse_stencil("nn", grid);
  const mapping::Problem plain(grid, stencil, machine);
  machine::weigh(machine, speeds_of({{"node", 1e9}, {"process", 8e9}}));
  const mapping::Problem weighted(grid, stencil, machine);
  EXPECT_EQ(choose::choose(plain, choose::Tier::fast).algorithm,
            choose::choose(weighted, choose::Tier::fast).algorithm);
}

/// With weights, a placement has the least weighted sum of all candidates, and no more edges between nodes than the
/// original rank order, whatever was measured.
TEST(Weights, NeverGiveMoreEdgesBetweenNodesThanAsLaunched) {
  for (const double socket : {1.01e9, 2e9, 1e11}) {
    for (const grid::Coords& dims : {grid::Coords{6, 8}, grid::Coords{4, 4, 3}, grid::Coords{12, 4}}) {
      const grid::Grid grid(dims);
      const grid::Stencil stencil = grid::parse_stencil("nn", grid);
      std::vector<int> node(48), part(48);
      for (int rank = 0; rank < 48; ++rank) {
        node[rank] = rank % 4;
        part[rank] = rank / 4 % 3;
      }
      choose::RankLocations locations({{"node", node}, {"socket", part}});
      const choose::RankPlacement plain = choose::place(grid, stencil, locations, {});
      locations.weigh(speeds_of({{"node", 1e9}, {"socket", socket}, {"process", 1e12}}));
      const choose::RankPlacement weighted = choose::place(grid, stencil, locations, {});
      EXPECT_LE(weighted.nodes_after().j_sum, weighted.nodes_before().j_sum);
      const std::vector<cost::LevelCut> cuts = cost::edge_cut({grid, stencil, locations.machine()}, plain.order);
      EXPECT_LE(cost::score(weighted.after).front(), cost::score(cuts).front());
    }
  }
}

/// One order saves edges between nodes, the other between sockets.
TEST(Weights, DecideBetweenLevels) {
  cost::LevelCut node{"node", 4, 4, {}, 0}, socket{"socket", 20, 20, {}, 0};
  std::vector<cost::LevelCut> few_between_nodes = {node, socket};
  node.j_sum = 6;
  socket.j_sum = 8;
  std::vector<cost::LevelCut> few_between_sockets = {node, socket};
  EXPECT_LT(cost::score(few_between_nodes), cost::score(few_between_sockets));
  for (std::vector<cost::LevelCut>* cuts : {&few_between_nodes, &few_between_sockets}) {
    cuts->front().weight = 2;
    cuts->back().weight = 1;
  }
  EXPECT_GT(cost::score(few_between_nodes), cost::score(few_between_sockets));
}

}  // namespace
}  // namespace cartwright
