// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/grid_cost.hpp"

#include "base/random.hpp"
#include "fft/exchange/transpose.hpp"
#include "grid/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace cartwright::fft {
namespace {

using Dims = std::vector<std::int64_t>;

/// The part of an axis that the process at these coordinates holds. At stage s, axes before s are cut by the grid dim
/// of the same number, axis s is whole, and later axes up to the number of grid dims are cut by the dim before.
std::vector<std::pair<std::int64_t, std::int64_t>> box(const choice::GridArray& array, const Dims& dims,
                                                       const grid::Coords& at, std::size_t stage) {
  std::vector<std::pair<std::int64_t, std::int64_t>> made;
  for (std::size_t axis = 0; axis < array.n.size(); ++axis) {
    const bool whole = axis == stage || axis > dims.size();
    const std::size_t dim = axis < stage ? axis : axis - 1;
    const base::Split split{array.n[axis], whole ? 1 : dims[dim]};
    const std::int64_t part = whole ? 0 : at[dim];
    made.emplace_back(split.first(part), split.first(part) + split.count(part));
  }
  return made;
}

double volume(const choice::GridArray& array, const auto& a, const auto& b) {
  auto bytes = static_cast<double>(array.element_bytes);
  for (std::size_t axis = 0; axis < array.n.size(); ++axis)
    bytes *= static_cast<double>(
        std::max<std::int64_t>(0, std::min(a[axis].second, b[axis].second) - std::max(a[axis].first, b[axis].first)));
  return bytes;
}

double most(const auto& by_number) {
  double value = 0;
  for (const auto& [number, entry] : by_number) value = std::max(value, entry);
  return value;
}

/// The load, added up over all pairs of processes from the parts that one holds before and the other after.
choice::TransposeLoad slow_load(const choice::GridArray& array, const Dims& dims,
                                const std::vector<std::int64_t>& cells, const choice::RankDomains& domains,
                                std::size_t dim) {
  grid::Coords sizes;
  for (const std::int64_t length : dims) sizes.push_back(length);
  const grid::Grid grid(sizes);
  const std::size_t p = cells.size();
  choice::TransposeLoad load;
  std::map<std::pair<std::size_t, std::int32_t>, double> out;  // by level and domain
  std::map<std::size_t, double> remote, messages, local_messages;
  std::map<std::int32_t, double> node_messages, paired;
  std::map<std::pair<grid::Cell, std::int32_t>, std::set<std::int32_t>>
      pairs;  // the nodes that the node of a line sends to
  for (std::size_t from = 0; from < p; ++from) {
    const grid::Coords at = grid.coords(grid::Cell(cells[from]));
    const auto before = box(array, dims, at, dim + 1);
    load.bytes = std::max({load.bytes, volume(array, before, before),
                           volume(array, box(array, dims, at, dim), box(array, dims, at, dim))});
    grid::Coords line = at;
    line[dim] = 0;
    for (std::size_t to = 0; to < p; ++to) {
      const double bytes = volume(array, before, box(array, dims, grid.coords(grid::Cell(cells[to])), dim));
      if (bytes == 0) continue;
      for (std::size_t l = 0; l < domains.levels().size(); ++l)
        if (domains.levels()[l].domain[from] != domains.levels()[l].domain[to])
          out[{l, domains.levels()[l].domain[from]}] += bytes;
      const std::int32_t node = domains.nodes().domain[from], other = domains.nodes().domain[to];
      if (node == other) {
        if (from != to) local_messages[from] += 1;
        continue;
      }
      remote[from] += bytes;
      messages[from] += 1;
      node_messages[node] += 1;
      pairs[{grid.cell(line), node}].insert(other);
    }
  }
  for (const auto& [line_and_node, others] : pairs) {
    paired[line_and_node.second] += static_cast<double>(others.size());
    load.pairs = std::max(load.pairs, static_cast<double>(others.size()));
  }
  std::map<std::size_t, double> of_level;
  for (const auto& [where, bytes] : out)
    of_level[where.first] = std::max(of_level[where.first], bytes / domains.levels()[where.first].nodes[where.second]);
  for (const auto& [l, bytes] : of_level)
    (l < domains.node_level() ? load.outer_out : l == domains.node_level() ? load.node_out : load.inner_out) += bytes;
  load.remote = most(remote);
  load.messages = most(messages);
  load.local_messages = most(local_messages);
  load.node_messages = most(node_messages);
  load.paired_messages = most(paired);
  return load;
}

std::vector<choose::RankLevel> random_levels(base::Random& random, std::int64_t p) {
  std::vector<choose::RankLevel> levels;
  for (const char* name : {"group", "node", "socket"}) {
    if (random.below(3) == 0) continue;
    const std::int64_t domains = 1 + random.below(4);
    levels.push_back({name, {}});
    for (std::int64_t rank = 0; rank < p; ++rank)
      levels.back().domain_of_rank.push_back(static_cast<int>(random.below(domains)));
  }
  return levels;
}

TEST(GridLoads, AgreeWithTheSumOverAllPairsOfProcesses) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    choice::GridArray array{{}, 1 + random.below(20)};
    const auto ndims = static_cast<std::size_t>(2 + random.below(3));
    for (std::size_t i = 0; i < ndims; ++i) array.n.push_back(1 + random.below(9));
    Dims dims;
    for (std::int64_t i = 1 + random.below(static_cast<std::int64_t>(ndims) - 1); i > 0; --i)
      dims.push_back(1 + random.below(4));
    const std::int64_t p = std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies{});
    const choice::RankDomains domains(p, random_levels(random, p));
    std::vector<std::int64_t> cells(p);
    std::iota(cells.begin(), cells.end(), 0);
    for (std::size_t i = cells.size(); i > 1; --i)
      std::swap(cells[i - 1], cells[random.below(static_cast<std::int64_t>(i))]);
    const std::vector<choice::TransposeLoad> loads = choice::grid_loads(array, dims, cells, domains);
    ASSERT_EQ(loads.size(), dims.size());
    for (std::size_t dim = 0; dim < dims.size(); ++dim) {
      SCOPED_TRACE(fmt::format("array {}, grid {}, dim {}", fmt::join(array.n, "x"), fmt::join(dims, "x"), dim));
      const choice::TransposeLoad slow = slow_load(array, dims, cells, domains, dim);
      for (const auto member :
           {&choice::TransposeLoad::bytes, &choice::TransposeLoad::remote, &choice::TransposeLoad::messages,
            &choice::TransposeLoad::local_messages, &choice::TransposeLoad::node_messages,
            &choice::TransposeLoad::paired_messages, &choice::TransposeLoad::pairs})
        EXPECT_EQ(loads[dim].*member, slow.*member);
      for (const auto member :
           {&choice::TransposeLoad::node_out, &choice::TransposeLoad::outer_out, &choice::TransposeLoad::inner_out})
        EXPECT_NEAR(loads[dim].*member, slow.*member, 1e-9 * slow.*member);
    }
  }
}

TEST(GridLoads, StayOnTheNodeIfThereIsOnlyOne) {
  const std::vector<choice::TransposeLoad> loads = choice::grid_loads(
      {{8, 8, 8}, 16}, Dims{2, 2}, std::vector<std::int64_t>{0, 1, 2, 3}, choice::RankDomains(4, {}));
  for (const choice::TransposeLoad& load : loads) {
    EXPECT_EQ(load.bytes, 8 * 8 * 8 * 16 / 4);
    EXPECT_EQ(load.messages, 0);
    EXPECT_EQ(load.node_out, 0);
    EXPECT_EQ(choice::quickest({}, load).method, "shared");
  }
}

TEST(TransformsSeconds, AreThoseOfTheBusiestProcess) {
  const choice::CostModel model;
  const double all = 5.0 * 8 * 8 * 8 * 3 * std::log2(8.0) / model.transform;
  EXPECT_DOUBLE_EQ(choice::transforms_seconds(model, {{8, 8, 8}, 16}, Dims{1}), all);
  EXPECT_DOUBLE_EQ(choice::transforms_seconds(model, {{8, 8, 8}, 16}, Dims{2, 4}), all / 8);
  // 16 processes share 8 planes: half of the processes have none.
  EXPECT_DOUBLE_EQ(choice::transforms_seconds(model, {{8, 8, 8}, 16}, Dims{16}), all / 8);
}

TEST(ProcessesWithoutData, AreThoseBeyondThePlanes) {
  EXPECT_EQ(choice::processes_without_data({{4, 8, 8}, 16}, Dims{8}), 4);
  EXPECT_EQ(choice::processes_without_data({{8, 4, 8}, 16}, Dims{8}), 4);
  EXPECT_EQ(choice::processes_without_data({{4, 8, 2}, 16}, Dims{4, 2}), 0);
  EXPECT_EQ(choice::processes_without_data({{4, 8, 2}, 16}, Dims{2, 4}), 4);
}

TEST(TransposeSeconds, AreTheSumsWorkedOutByHand) {
  const choice::CostModel model = {.memory_bandwidth = 1000,
                                   .node_bandwidth = 100,
                                   .outer_bandwidth = 50,
                                   .inner_bandwidth = 500,
                                   .message = 10,
                                   .node_message = 2,
                                   .local_message = 1,
                                   .slices = 4,
                                   .eager = 30,
                                   .shared_copies = 1,
                                   .datatype_copies = 2,
                                   .packed_copies = 3,
                                   .remote_copies = 4,
                                   .remote_datatype_copies = 5};
  // Half of 2000 bytes go to other nodes. Links need 4000/100 + 500/50 = 50, and levels within a node 1000/500 = 2.
  choice::TransposeLoad load = {.bytes = 2000,
                                .remote = 1000,
                                .node_out = 4000,
                                .outer_out = 500,
                                .inner_out = 1000,
                                .messages = 5,
                                .local_messages = 3,
                                .node_messages = 20,
                                .paired_messages = 4,
                                .pairs = 2};
  const auto seconds = [&](const char* method) { return choice::transpose_seconds(model, load, method); };
  EXPECT_EQ(seconds("shared"), std::numeric_limits<double>::infinity());
  // Copies, inner levels, links, messages: 3 within the node, 5 to other nodes, 20 out of the node.
  EXPECT_DOUBLE_EQ(seconds("alltoallv"), (3 + 4) + 2 + 50 + 3 * 1 + (5 * 10 + 20 * 2));
  EXPECT_DOUBLE_EQ(seconds("alltoallw"), (2 + 5) + 2 + 50 + 3 * 1 + (5 * 10 + 20 * 2));
  // Three times as many signals within the node, and one more; 2 messages of the line, 4 of all lines.
  EXPECT_DOUBLE_EQ(seconds("node-aware"), (1 + 4) + 2 + 50 + 3 * (3 + 1) + (2 * 10 + 4 * 2));
  // Messages of 200 bytes in 4 slices: 3/4 of the copies overlap with the links.
  EXPECT_DOUBLE_EQ(seconds("pipelined"), 7 + 2 + 50 - 7 * 3 / 4.0 + 4 * (3 + 90));
  load.messages = 50;  // of 20 bytes: nothing overlaps
  EXPECT_DOUBLE_EQ(seconds("pipelined"), 7 + 2 + 50 + 4 * (3 + 500 + 40));
  load.messages = load.remote = 0;
  EXPECT_DOUBLE_EQ(seconds("shared"), 2 + 2 + 3);
}

TEST(TransposeSeconds, RefuseUnknownMethods) {
  EXPECT_THROW(choice::transpose_seconds({}, {}, "pigeons"), base::Error);
}

}  // namespace
}  // namespace cartwright::fft
