// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Holds the cut of an order, and the bounds on it, against what Scotch itself says of the same parts.
#include "cost/graph_cut.hpp"
#include "graphs.hpp"
#include "orders.hpp"
#include "random_problem.hpp"

#include <gtest/gtest.h>

#include <cstdio>  // scotch.h has FILE in its declarations
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#ifdef CARTWRIGHT_SCOTCH

#include <scotch/scotch.h>

namespace cartwright {
namespace {

/// The weight of the edges between different parts, as Scotch prints it. Its edges have no direction.
double cut_by_scotch(const mapping::Graph& graph, std::vector<SCOTCH_Num> part_of, std::int64_t parts) {
  std::vector<std::map<std::int32_t, SCOTCH_Num>> weights(graph.size());
  for (const mapping::GraphEdge& edge : edges_of(graph)) {
    if (edge.from == edge.to || edge.weight == 0) continue;
    weights[edge.from][edge.to] += static_cast<SCOTCH_Num>(edge.weight);
    weights[edge.to][edge.from] += static_cast<SCOTCH_Num>(edge.weight);
  }
  std::vector<SCOTCH_Num> starts{0}, neighbors, loads;
  for (const auto& of_vertex : weights) {
    for (const auto& [to, weight] : of_vertex) {
      neighbors.push_back(to);
      loads.push_back(weight);
    }
    starts.push_back(static_cast<SCOTCH_Num>(neighbors.size()));
  }
  SCOTCH_Graph scotch;
  SCOTCH_Arch arch;
  SCOTCH_Mapping mapping;
  SCOTCH_graphInit(&scotch);
  SCOTCH_archInit(&arch);
  SCOTCH_graphBuild(&scotch, 0, graph.size(), starts.data(), nullptr, nullptr, nullptr,
                    static_cast<SCOTCH_Num>(neighbors.size()), neighbors.data(), loads.data());
  SCOTCH_archCmplt(&arch, static_cast<SCOTCH_Num>(parts));
  SCOTCH_graphMapInit(&scotch, &mapping, &arch, part_of.data());
  char* text = nullptr;
  std::size_t length = 0;
  std::FILE* const stream = open_memstream(&text, &length);
  SCOTCH_graphMapView(&scotch, &mapping, stream);
  std::fclose(stream);
  const std::string printed(text, length);
  std::free(text);
  SCOTCH_graphMapExit(&scotch, &mapping);
  SCOTCH_archExit(&arch);
  SCOTCH_graphExit(&scotch);
  const std::size_t at = printed.find('(', printed.find("CommCutSz="));
  return at == std::string::npos ? -1 : std::stod(printed.substr(at + 1));
}

TEST(ScotchCut, IsThatOfAnyOrder) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const mapping::Graph graph = random_graph(random, 100);
    const machine::Machine machine = machine::Machine::nodes(random_sizes(random, graph.size()));
    const std::vector<std::int32_t> vertices = permutation(random, graph.size());
    std::vector<SCOTCH_Num> part_of(graph.size());
    for (std::int64_t slot = 0; slot < graph.size(); ++slot)
      part_of[vertices[slot]] = static_cast<SCOTCH_Num>(machine.node_sizes().part_of(slot));
    if (edges_of(graph).empty()) continue;  // Scotch prints no number then
    const double cut = cost::node_cut(graph, machine, order_of({vertices.begin(), vertices.end()})).j_sum;
    EXPECT_EQ(cut, cut_by_scotch(graph, part_of, machine.node_sizes().count()));
    EXPECT_LE(cost::degree_bound(graph, machine.node_sizes()), cut);
    ++compared;
  }
  EXPECT_GT(compared, 150);
}

}  // namespace
}  // namespace cartwright

#endif
