// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fixture.hpp"

#include <algorithm>
#include <random>

// Run with 16 processes and CARTWRIGHT_NODES=cyclic:4x4: process r of the program is on node r mod 4. Compiled twice:
// with the calls of MPI and libcartwright_preload, and with those of cartwright/mpix.h (USE_MPIX).

#ifdef USE_MPIX
#include "cartwright/mpix.h"
#define CREATE(name) MPIX_##name
#else
#define CREATE(name) MPI_##name
#endif

namespace {

struct Edge {
  int from, to, weight;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};
using Edges = std::vector<Edge>;

/// The arguments of MPI_Dist_graph_create_adjacent on one process, or the result of MPI_Dist_graph_neighbors.
struct Neighbors {
  std::vector<int> sources, source_weights, destinations, dest_weights;
  friend bool operator==(const Neighbors&, const Neighbors&) = default;
};

Neighbors neighbors_in(const Edges& edges, int vertex) {
  Neighbors neighbors;
  for (const Edge& edge : edges) {
    if (edge.to == vertex) {
      neighbors.sources.push_back(edge.from);
      neighbors.source_weights.push_back(edge.weight);
    }
    if (edge.from == vertex) {
      neighbors.destinations.push_back(edge.to);
      neighbors.dest_weights.push_back(edge.weight);
    }
  }
  return neighbors;
}

enum class Weighted { no, yes };

const int* passed(const std::vector<int>& weights, Weighted weighted) {
  if (weighted == Weighted::no) return MPI_UNWEIGHTED;
  return weights.empty() ? MPI_WEIGHTS_EMPTY : weights.data();
}

int create_adjacent(MPI_Comm comm, const Neighbors& n, Weighted weighted, MPI_Comm* graph, int reorder = 1,
                    MPI_Info info = MPI_INFO_NULL) {
  return CREATE(Dist_graph_create_adjacent)(comm, static_cast<int>(n.sources.size()), n.sources.data(),
                                            passed(n.source_weights, weighted), static_cast<int>(n.destinations.size()),
                                            n.destinations.data(), passed(n.dest_weights, weighted), info, reorder,
                                            graph);
}

MPI_Comm adjacent(MPI_Comm comm, const Edges& edges, Weighted weighted = Weighted::yes, int reorder = 1) {
  MPI_Comm graph = MPI_COMM_NULL;
  EXPECT_EQ(create_adjacent(comm, neighbors_in(edges, rank_in(comm)), weighted, &graph, reorder), MPI_SUCCESS);
  return graph;
}

/// The general form. Each of `parts` processes gives every parts-th edge.
int create_general(MPI_Comm comm, const Edges& edges, int parts, Weighted weighted, MPI_Comm* graph, int reorder = 1) {
  std::vector<int> sources, degrees, destinations, weights;
  for (std::size_t i = static_cast<std::size_t>(rank_in(comm)); rank_in(comm) < parts && i < edges.size();
       i += static_cast<std::size_t>(parts)) {
    sources.push_back(edges[i].from);
    degrees.push_back(1);
    destinations.push_back(edges[i].to);
    weights.push_back(edges[i].weight);
  }
  return CREATE(Dist_graph_create)(comm, static_cast<int>(sources.size()), sources.data(), degrees.data(),
                                   destinations.data(), passed(weights, weighted), MPI_INFO_NULL, reorder, graph);
}

MPI_Comm general(MPI_Comm comm, const Edges& edges, int parts, Weighted weighted = Weighted::yes) {
  MPI_Comm graph = MPI_COMM_NULL;
  EXPECT_EQ(create_general(comm, edges, parts, weighted, &graph), MPI_SUCCESS);
  return graph;
}

/// The arguments of MPI_Graph_create.
struct Lists {
  std::vector<int> index, neighbors;
};

Lists lists_of(const Edges& edges, int vertices) {
  Lists lists;
  for (int v = 0; v < vertices; ++v) {
    for (const int to : neighbors_in(edges, v).destinations) lists.neighbors.push_back(to);
    lists.index.push_back(static_cast<int>(lists.neighbors.size()));
  }
  return lists;
}

int create_graph(MPI_Comm comm, const Edges& edges, int vertices, MPI_Comm* graph) {
  const Lists lists = lists_of(edges, vertices);
  return CREATE(Graph_create)(comm, vertices, lists.index.data(), lists.neighbors.data(), 1, graph);
}

/// The neighbors of this process in a distributed graph, from MPI.
Neighbors neighbors_of(MPI_Comm graph, Weighted weighted) {
  int in = 0;
  int out = 0;
  int with_weights = -1;
  EXPECT_EQ(MPI_Dist_graph_neighbors_count(graph, &in, &out, &with_weights), MPI_SUCCESS);
  EXPECT_EQ(with_weights != 0, weighted == Weighted::yes);
  Neighbors n;
  for (auto* list : {&n.sources, &n.source_weights}) list->resize(static_cast<std::size_t>(in));
  for (auto* list : {&n.destinations, &n.dest_weights}) list->resize(static_cast<std::size_t>(out));
  if (weighted == Weighted::yes)
    MPI_Dist_graph_neighbors(graph, in, n.sources.data(), n.source_weights.data(), out, n.destinations.data(),
                             n.dest_weights.data());
  else
    MPI_Dist_graph_neighbors(graph, in, n.sources.data(), MPI_UNWEIGHTED, out, n.destinations.data(), MPI_UNWEIGHTED);
  return n;
}

Neighbors without_weights(Neighbors neighbors) {
  std::ranges::fill(neighbors.source_weights, 0);
  std::ranges::fill(neighbors.dest_weights, 0);
  return neighbors;
}

/// The general form guarantees no order.
Edges sorted(const std::vector<int>& others, const std::vector<int>& weights) {
  Edges edges;
  for (std::size_t i = 0; i < others.size(); ++i) edges.push_back({0, others[i], weights[i]});
  std::ranges::sort(edges);
  return edges;
}

/// Weight of the edges between nodes if vertex v is on node node_of_vertex[v].
std::int64_t cut_of(const Edges& edges, const std::vector<int>& node_of_vertex) {
  std::int64_t cut = 0;
  for (const Edge& edge : edges)
    if (node_of_vertex[static_cast<std::size_t>(edge.from)] != node_of_vertex[static_cast<std::size_t>(edge.to)])
      cut += edge.weight;
  return cut;
}

int my_node() { return rank_in(MPI_COMM_WORLD) % 4; }

/// The cut of the ranks of `comm`, and of those of `graph`.
std::int64_t cut_in(MPI_Comm comm, const Edges& edges, int node = my_node()) {
  return cut_of(edges, all_of(node, comm));
}

Edges random_edges(unsigned seed, int vertices, int count) {
  std::mt19937 random(seed);
  Edges edges;
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  for (int i = 0; i < count; ++i) edges.push_back({below(vertices), below(vertices), below(50)});
  return edges;
}

/// The edges of nearest neighbors on a grid.
Edges grid_edges(int rows, int columns) {
  Edges edges;
  for (int v = 0; v < rows * columns; ++v)
    for (const auto& [down, right] : nearest) {
      const int row = v / columns + down;
      const int column = v % columns + right;
      if (row >= 0 && row < rows && column >= 0 && column < columns) edges.push_back({v, row * columns + column, 1});
    }
  return edges;
}

/// Every process sends private data along every edge; all of it must arrive at the ends of the edges.
void expect_data_to_arrive(MPI_Comm graph, const Edges& edges) {
  const int me = rank_in(graph);
  const Neighbors n = neighbors_in(edges, me);
  std::vector<int> out;
  for (const int to : n.destinations) out.push_back(100 * me + to);
  std::vector<int> in(n.sources.size(), -1);
  // MPICH refuses null, also of a process without edges.
  out.reserve(1);
  in.reserve(1);
  ASSERT_EQ(MPI_Neighbor_alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, graph), MPI_SUCCESS);
  for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(in[i], 100 * n.sources[i] + me);

  // Messages of 1 to 3 integers.
  const auto length = [](int from, int to) { return 1 + (from + 2 * to) % 3; };
  std::vector<int> out_counts, out_starts, in_counts, in_starts, long_out, expected;
  for (const int to : n.destinations) {
    out_counts.push_back(length(me, to));
    out_starts.push_back(static_cast<int>(long_out.size()));
    long_out.insert(long_out.end(), static_cast<std::size_t>(length(me, to)), 100 * me + to);
  }
  for (const int from : n.sources) {
    in_counts.push_back(length(from, me));
    in_starts.push_back(static_cast<int>(expected.size()));
    expected.insert(expected.end(), static_cast<std::size_t>(length(from, me)), 100 * from + me);
  }
  std::vector<int> long_in(expected.size(), -1);
  for (std::vector<int>* list : {&long_out, &out_counts, &out_starts, &long_in, &in_counts, &in_starts})
    list->reserve(1);
  ASSERT_EQ(MPI_Neighbor_alltoallv(long_out.data(), out_counts.data(), out_starts.data(), MPI_INT, long_in.data(),
                                   in_counts.data(), in_starts.data(), MPI_INT, graph),
            MPI_SUCCESS);
  EXPECT_EQ(long_in, expected);
}

/// Checks that the class of the error is `expected` on every process.
void expect_everywhere(int error, int expected, MPI_Comm comm) {
  const std::vector<int> classes = all_of(class_of(error), comm);
  EXPECT_EQ(classes, std::vector<int>(classes.size(), expected));
}

TEST(DistGraphCreateAdjacent, EveryNewRankHasTheNeighborsOfItsVertexInOrder) {
  for (unsigned seed = 0; seed < 6; ++seed)
    for (const Weighted weighted : {Weighted::no, Weighted::yes}) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      // From sparse graphs, with processes without edges, to dense ones.
      const Edges edges = random_edges(seed, 16, 8 << seed);
      MPI_Comm graph = adjacent(MPI_COMM_WORLD, edges, weighted);
      ASSERT_EQ(size_of(graph), 16);
      const Neighbors expected = neighbors_in(edges, rank_in(graph));
      EXPECT_EQ(neighbors_of(graph, weighted), weighted == Weighted::yes ? expected : without_weights(expected));
      MPI_Comm_free(&graph);
    }
}

TEST(DistGraphCreateAdjacent, DataArrives) {
  // There is at most one edge between two processes, so they need not be distinguished.
  Edges edges;
  for (const Edge& edge : random_edges(1, 16, 60))
    if (std::ranges::none_of(edges, [&](const Edge& e) { return e.from == edge.from && e.to == edge.to; }))
      edges.push_back(edge);
  MPI_Comm graph = adjacent(MPI_COMM_WORLD, edges);
  expect_data_to_arrive(graph, edges);
  MPI_Comm_free(&graph);
}

TEST(DistGraphCreate, EveryNewRankHasTheNeighborsOfItsVertex) {
  for (unsigned seed = 0; seed < 6; ++seed)
    for (const int parts : {1, 3, 16})
      for (const Weighted weighted : {Weighted::no, Weighted::yes}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Edges edges = random_edges(seed, 16, 8 << seed);
        MPI_Comm graph = general(MPI_COMM_WORLD, edges, parts, weighted);
        ASSERT_EQ(size_of(graph), 16);
        const Neighbors got = neighbors_of(graph, weighted);
        Neighbors expected = neighbors_in(edges, rank_in(graph));
        if (weighted == Weighted::no) expected = without_weights(expected);
        EXPECT_EQ(sorted(got.sources, got.source_weights), sorted(expected.sources, expected.source_weights));
        EXPECT_EQ(sorted(got.destinations, got.dest_weights), sorted(expected.destinations, expected.dest_weights));
        MPI_Comm_free(&graph);
      }
}

// Graphs at which Open MPI 5.0 hung, or still reported a grid: tests/reports.
TEST(DistGraphCreate, OfATriangleReturnsEachTime) {
  Edges edges;
  for (int v = 0; v < 16; ++v)
    for (const int to : {15 - v, 14 - v})
      if (to >= 0) edges.push_back({v, to, 1});
  for (int repeat = 0; repeat < 10; ++repeat) {
    MPI_Comm graph = general(MPI_COMM_WORLD, edges, 16);
    EXPECT_EQ(size_of(graph), 16);
    MPI_Comm_free(&graph);
  }
}

TEST(DistGraphCreate, OfACompleteGraphHasAllNeighbors) {
  Edges edges;
  for (int v = 0; v < 16; ++v)
    for (int to = 0; to < 16; ++to) edges.push_back({v, to, 1});
  for (MPI_Comm graph : {general(MPI_COMM_WORLD, edges, 16), adjacent(MPI_COMM_WORLD, edges)}) {
    const Neighbors n = neighbors_of(graph, Weighted::yes);
    EXPECT_EQ(sorted(n.sources, n.source_weights).size(), 16U);
    EXPECT_EQ(sorted(n.destinations, n.dest_weights), sorted(n.sources, n.source_weights));
    MPI_Comm_free(&graph);
  }
}

TEST(DistGraphCreateAdjacent, OfAGridIsAGraph) {
  const int dims[] = {8, 2}, periods[] = {1, 1};
  const Edges edges = grid_edges(8, 2);
  for (const int reorder : {0, 1}) {
    MPI_Comm grid = MPI_COMM_NULL;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm graph = adjacent(grid, edges, Weighted::yes, reorder);
    int topology = MPI_UNDEFINED;
    MPI_Topo_test(graph, &topology);
    EXPECT_EQ(topology, MPI_DIST_GRAPH);
    expect_data_to_arrive(graph, edges);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&grid);
  }
}

TEST(GraphCreate, EveryNewRankHasTheNeighborsOfItsVertexInOrder) {
  for (const int vertices : {16, 11, 1}) {
    const Edges edges = random_edges(static_cast<unsigned>(vertices), vertices, 3 * vertices);
    MPI_Comm graph = MPI_COMM_NULL;
    ASSERT_EQ(create_graph(MPI_COMM_WORLD, edges, vertices, &graph), MPI_SUCCESS);
    // The processes with the highest ranks are left over.
    EXPECT_EQ(graph == MPI_COMM_NULL, rank_in(MPI_COMM_WORLD) >= vertices);
    if (graph == MPI_COMM_NULL) continue;
    ASSERT_EQ(size_of(graph), vertices);
    const std::vector<int> expected = neighbors_in(edges, rank_in(graph)).destinations;
    std::vector<int> got(expected.size());
    int count = -1;
    MPI_Graph_neighbors_count(graph, rank_in(graph), &count);
    ASSERT_EQ(count, static_cast<int>(expected.size()));
    MPI_Graph_neighbors(graph, rank_in(graph), count, got.data());
    EXPECT_EQ(got, expected);
    MPI_Comm_free(&graph);
  }
}

TEST(GraphCreate, ThreeFormsPlaceEqually) {
  const Edges edges = grid_edges(8, 2);
  MPI_Comm graphs[3] = {adjacent(MPI_COMM_WORLD, edges, Weighted::no), general(MPI_COMM_WORLD, edges, 5, Weighted::no),
                        MPI_COMM_NULL};
  ASSERT_EQ(create_graph(MPI_COMM_WORLD, edges, 16, &graphs[2]), MPI_SUCCESS);
  EXPECT_EQ(cut_in(MPI_COMM_WORLD, edges), 44);
  for (MPI_Comm& graph : graphs) {
    EXPECT_EQ(cut_in(graph, edges), 12) << "like a Cartesian communicator of 8 x 2";
    EXPECT_EQ(rank_in(graph), rank_in(graphs[0]));
  }
  for (MPI_Comm& graph : graphs) MPI_Comm_free(&graph);
}

TEST(GraphCreate, KeepsHeavyPairsOnOneNode) {
  // Processes r and r + 5 (mod 16, in pairs) are on different nodes. Light edges lead anywhere.
  Edges edges = random_edges(3, 16, 40);
  for (Edge& edge : edges) edge.weight = 1;
  Edges pairs;
  for (const auto& [a, b] : {std::pair{0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9}, {10, 15}, {11, 12}, {13, 14}})
    pairs.insert(pairs.end(), {{a, b, 1000}, {b, a, 1000}});
  edges.insert(edges.end(), pairs.begin(), pairs.end());
  ASSERT_GT(cut_in(MPI_COMM_WORLD, pairs), 0);
  for (MPI_Comm graph : {adjacent(MPI_COMM_WORLD, edges), general(MPI_COMM_WORLD, edges, 16)}) {
    EXPECT_EQ(cut_in(graph, pairs), 0);
    MPI_Comm_free(&graph);
  }
}

TEST(GraphCreate, NeverCutsMore) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const Edges edges = random_edges(seed, 16, 30);
    MPI_Comm graph = general(MPI_COMM_WORLD, edges, 16);
    EXPECT_LE(cut_in(graph, edges), cut_in(MPI_COMM_WORLD, edges)) << "seed " << seed;
    MPI_Comm_free(&graph);
  }
}

TEST(GraphCreate, KeepsRank0AtTheSameWeight) {
  int moved = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Edges edges = seed == 0 ? grid_edges(8, 2) : random_edges(seed, 16, 40);
    MPI_Comm graph = general(MPI_COMM_WORLD, edges, 4);
    const auto weight = cut_in(graph, edges);
    moved += all_of(rank_in(graph), MPI_COMM_WORLD).front() != 0;
    MPI_Comm_free(&graph);
    const Environment kept{{"CARTWRIGHT_KEEP_RANK_0", "1"}};
    graph = general(MPI_COMM_WORLD, edges, 4);
    EXPECT_EQ(all_of(rank_in(graph), MPI_COMM_WORLD).front(), 0) << seed;
    EXPECT_EQ(cut_in(graph, edges), weight) << seed;
    MPI_Comm_free(&graph);
  }
  EXPECT_GT(moved, 0) << "without it, rank 0 must move somewhere";
}

TEST(GraphCreate, FillsNodesOfUnequalSizes) {
  const Environment environment{{"CARTWRIGHT_NODES", "7,5,4"}};
  const int rank = rank_in(MPI_COMM_WORLD);
  const int node = rank < 7 ? 0 : rank < 12 ? 1 : 2;
  // Three cliques of these sizes with members on any node: 0, 3, 6, ...
  Edges edges;
  const auto clique = [](int v) { return v % 3 == 0 && v < 15 ? 1 : v % 2 == 0 || v == 1 || v == 15 ? 0 : 2; };
  for (int v = 0; v < 16; ++v)
    for (int u = 0; u < 16; ++u)
      if (u != v && clique(u) == clique(v)) edges.push_back({v, u, 1 + (u + v) % 4});
  ASSERT_GT(cut_in(MPI_COMM_WORLD, edges, node), 0);
  MPI_Comm graph = adjacent(MPI_COMM_WORLD, edges);
  const Neighbors expected = neighbors_in(edges, rank_in(graph));
  EXPECT_EQ(neighbors_of(graph, Weighted::yes), expected);
  EXPECT_EQ(cut_in(graph, edges, node), 0);
  MPI_Comm_free(&graph);
}

TEST(GraphCreate, KeepsTheRanksWithoutReorder) {
  const Edges edges = grid_edges(8, 2);
  MPI_Comm graph = adjacent(MPI_COMM_WORLD, edges, Weighted::no, 0);
  EXPECT_EQ(rank_in(graph), rank_in(MPI_COMM_WORLD));
  MPI_Comm_free(&graph);
}

#ifndef USE_MPIX
TEST(GraphCreate, KeepsTheRanksUnlessAllWantNewOnes) {
  const Edges edges = grid_edges(8, 2);
  for (const int odd : {0, 5, 15})
    for (const int usual : {0, 1}) {
      const int reorder = rank_in(MPI_COMM_WORLD) == odd ? 1 - usual : usual;
      MPI_Comm graph = adjacent(MPI_COMM_WORLD, edges, Weighted::no, reorder);
      EXPECT_EQ(rank_in(graph), rank_in(MPI_COMM_WORLD)) << "process " << odd << " has " << 1 - usual;
      expect_data_to_arrive(graph, edges);
      MPI_Comm_free(&graph);
    }
}
#endif

TEST(GraphCreate, WorksAloneAndWithoutEdges) {
  MPI_Comm graph = MPI_COMM_NULL;
  ASSERT_EQ(create_graph(MPI_COMM_SELF, {{0, 0, 1}}, 1, &graph), MPI_SUCCESS);
  MPI_Comm_free(&graph);
  graph = adjacent(MPI_COMM_SELF, {{0, 0, 4}});
  EXPECT_EQ(neighbors_of(graph, Weighted::yes).sources, std::vector<int>{0});
  MPI_Comm_free(&graph);
  for (const Weighted weighted : {Weighted::no, Weighted::yes}) {
    graph = adjacent(MPI_COMM_WORLD, {}, weighted);
    EXPECT_EQ(rank_in(graph), rank_in(MPI_COMM_WORLD));
    MPI_Comm_free(&graph);
    graph = general(MPI_COMM_WORLD, {}, 16, weighted);
    EXPECT_EQ(rank_in(graph), rank_in(MPI_COMM_WORLD));
    expect_data_to_arrive(graph, {});
    MPI_Comm_free(&graph);
  }
}

TEST(GraphCreate, WorksOnPartsOfTheProgramAtOnce) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const QuietComm half(rank / 8, -rank);
  const Edges edges = grid_edges(4, 2);
  MPI_Comm graph = general(half, edges, 3, Weighted::no);
  EXPECT_LE(cut_in(graph, edges), cut_in(half, edges));
  MPI_Comm_free(&graph);
  graph = adjacent(half, edges);
  expect_data_to_arrive(graph, edges);
  MPI_Comm_free(&graph);
}

TEST(GraphCreate, ReportsAnErrorOfOneProcessToAll) {
  const QuietComm comm;
  const bool odd_one = rank_in(comm) == 5;
  MPI_Comm graph = MPI_COMM_NULL;
  const Edges good = grid_edges(8, 2);
  const auto mine = [&] { return neighbors_in(good, rank_in(comm)); };

  Neighbors bad = mine();
  if (odd_one) bad.dest_weights.front() = -1;
  expect_everywhere(create_adjacent(comm, bad, Weighted::yes, &graph), MPI_ERR_ARG, comm);
  bad = mine();
  if (odd_one) bad.sources.front() = 16;
  expect_everywhere(create_adjacent(comm, bad, Weighted::yes, &graph), MPI_ERR_ARG, comm);
  Edges edges = good;
  if (odd_one) edges[5].to = -3;
  expect_everywhere(create_general(comm, edges, 16, Weighted::yes, &graph), MPI_ERR_ARG, comm);
  edges = good;
  if (odd_one) edges[5].weight = -3;
  expect_everywhere(create_general(comm, edges, 16, Weighted::yes, &graph), MPI_ERR_ARG, comm);

  const int degree = odd_one ? -1 : 0;
  expect_everywhere(
      CREATE(Dist_graph_create)(comm, degree, nullptr, nullptr, nullptr, MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &graph),
      MPI_ERR_ARG, comm);
  expect_everywhere(create_graph(comm, odd_one ? grid_edges(2, 8) : good, 16, &graph), MPI_ERR_ARG, comm);
  expect_everywhere(create_graph(comm, good, odd_one ? 17 : 16, &graph), MPI_ERR_ARG, comm);
  Lists lists = lists_of(good, 16);
  if (odd_one) lists.index[3] = 0;
  expect_everywhere(CREATE(Graph_create)(comm, 16, lists.index.data(), lists.neighbors.data(), 1, &graph), MPI_ERR_ARG,
                    comm);
}

#ifdef USE_MPIX

cw_cart_report report_of(MPI_Comm graph) {
  cw_cart_report report = {};
  report.size = sizeof report;
  EXPECT_EQ(cw_comm_report(graph, &report), MPI_SUCCESS);
  return report;
}

TEST(GraphCreate, ReportsTheResult) {
  const Edges edges = grid_edges(8, 2);
  MPI_Comm graph = adjacent(MPI_COMM_WORLD, edges);
  const cw_cart_report report = report_of(graph);
  EXPECT_EQ(report.nodes, 4);
  EXPECT_EQ(report.reordered, 1);
  EXPECT_EQ(report.j_sum_before, 44);
  EXPECT_EQ(report.j_sum, 12);
  EXPECT_EQ(report.lower_bound, 12);
  EXPECT_EQ(report.gap, 0);
  EXPECT_STREQ(report.tier, "balanced");
  MPI_Comm_free(&graph);

  const Edges random = random_edges(4, 16, 40);
  graph = general(MPI_COMM_WORLD, random, 4);
  EXPECT_EQ(report_of(graph).j_sum, static_cast<double>(cut_in(graph, random)));
  EXPECT_EQ(report_of(graph).j_sum_before, static_cast<double>(cut_in(MPI_COMM_WORLD, random)));
  MPI_Comm_free(&graph);
}

TEST(GraphCreate, TakesKeysFromTheInfoObject) {
  const QuietComm comm;
  const Neighbors mine = neighbors_in(grid_edges(8, 2), rank_in(comm));
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cartwright_tier", "fast");
  MPI_Info_set(info, "something else", "entirely");
  MPI_Comm graph = MPI_COMM_NULL;
  ASSERT_EQ(create_adjacent(comm, mine, Weighted::yes, &graph, 1, info), MPI_SUCCESS);
  EXPECT_STREQ(report_of(graph).tier, "fast");
  MPI_Comm_free(&graph);
  MPI_Info_set(info, "cartwright_reorder", "off");
  ASSERT_EQ(create_adjacent(comm, mine, Weighted::yes, &graph, 1, info), MPI_SUCCESS);
  EXPECT_EQ(rank_in(graph), rank_in(comm));
  MPI_Comm_free(&graph);
  MPI_Info_set(info, "cartwright_tier", "no such tier");
  expect_everywhere(create_adjacent(comm, mine, Weighted::yes, &graph, 1, info), MPI_ERR_INFO_VALUE, comm);
  MPI_Info_free(&info);
}

TEST(GraphCreate, RefusesErrorsOfAllProcesses) {
  const QuietComm comm;
  MPI_Comm graph = MPI_COMM_NULL;
  Neighbors bad = neighbors_in(grid_edges(8, 2), rank_in(comm));
  bad.source_weights.front() = -1;
  expect_everywhere(create_adjacent(comm, bad, Weighted::yes, &graph), MPI_ERR_ARG, comm);
  EXPECT_EQ(graph, MPI_COMM_NULL);
  // Weights are given on some processes only.
  const Edges edges = grid_edges(8, 2);
  const Weighted weighted = rank_in(comm) < 4 ? Weighted::yes : Weighted::no;
  expect_everywhere(create_general(comm, edges, 16, weighted, &graph), MPI_ERR_ARG, comm);
  expect_everywhere(create_general(comm, edges, 16, Weighted::yes, &graph, rank_in(comm) % 2), MPI_ERR_ARG, comm);
  expect_everywhere(create_general(comm, edges, 16, Weighted::yes, nullptr), MPI_ERR_ARG, comm);

  MPI_Comm inter = MPI_COMM_NULL;
  const QuietComm half(rank_in(comm) / 8, 0);
  MPI_Intercomm_create(half, 0, comm, rank_in(comm) < 8 ? 8 : 0, 0, &inter);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  EXPECT_EQ(class_of(create_general(inter, {}, 0, Weighted::no, &graph)), MPI_ERR_COMM);
  MPI_Comm_free(&inter);
}

#else

TEST(GraphCreate, DoesNothingWhenSwitchedOff) {
  const Environment environment{{"CARTWRIGHT", "off"}};
  const Edges edges = random_edges(2, 16, 50);
  MPI_Comm graph = adjacent(MPI_COMM_WORLD, edges);
  EXPECT_EQ(rank_in(graph), rank_in(MPI_COMM_WORLD));
  EXPECT_EQ(neighbors_of(graph, Weighted::yes), neighbors_in(edges, rank_in(graph)));
  MPI_Comm_free(&graph);
}

TEST(GraphCreate, OnlyReportsWithReorderOff) {
  const Environment environment{{"CARTWRIGHT_REORDER", "off"}};
  MPI_Comm graph = adjacent(MPI_COMM_WORLD, grid_edges(8, 2));
  EXPECT_EQ(rank_in(graph), rank_in(MPI_COMM_WORLD));
  MPI_Comm_free(&graph);
}

TEST(GraphMap, GivesTheRankThatGraphCreateGives) {
  for (const int vertices : {16, 11}) {
    const Edges edges = vertices == 16 ? grid_edges(8, 2) : random_edges(9, vertices, 30);
    const Lists lists = lists_of(edges, vertices);
    MPI_Comm graph = MPI_COMM_NULL;
    ASSERT_EQ(create_graph(MPI_COMM_WORLD, edges, vertices, &graph), MPI_SUCCESS);
    int mapped = -1;
    ASSERT_EQ(MPI_Graph_map(MPI_COMM_WORLD, vertices, lists.index.data(), lists.neighbors.data(), &mapped),
              MPI_SUCCESS);
    EXPECT_EQ(mapped, graph == MPI_COMM_NULL ? MPI_UNDEFINED : rank_in(graph));
    if (graph != MPI_COMM_NULL) MPI_Comm_free(&graph);
  }
}

#endif

}  // namespace
