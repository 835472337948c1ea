// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Graphs that are not stencils onto equal nodes, beside Scotch.
// Usage: bench_graphs [SECONDS]             all graphs; the budget of the tier `best` for each (default 10)
//        bench_graphs NAME FILE             writes a graph in the format of METIS, for other partitioners
//        bench_graphs NAME LEVELS SECONDS   J_sum at every level of a machine, such as 4,64,128 for groups, nodes and
//                                           sockets, and seconds, of Scotch (one level only) and of the tiers
#include "graphs.hpp"
#include "choose/partition.hpp"
#include "cost/graph_cut.hpp"
#include "grid/dims.hpp"
#include "mapping/exact_sizes.hpp"
#include "scotch.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

constexpr const char* names[] = {"grid-4096",      "cube-4096",     "weighted-2048", "geometric-1024",
                                 "geometric-4096", "delaunay-1024", "delaunay-4096", "power-2048"};

/// The graph of a name KIND-VERTICES. Cells and vertices are shuffled or random, so no order is better than others.
mapping::Graph graph_of(const std::string& name) {
  const std::size_t dash = name.find('-');
  const std::string kind = name.substr(0, dash);
  const auto n = static_cast<std::int32_t>(std::atoi(name.c_str() + dash + 1));
  base::Random random(1);
  const auto on_grid = [&](std::size_t ndims, std::initializer_list<double> weights) {
    const grid::Grid grid(grid::dims_create(n, ndims));
    std::vector<grid::Offset> offsets = grid::Stencil::nearest_neighbor(ndims).offsets();
    for (grid::Offset& offset : offsets)
      for (std::size_t i = 0; i < ndims; ++i)
        if (offset.delta[i] != 0) offset.weight = weights.begin()[i];
    return shuffled(random, stencil_graph(grid, grid::Stencil(ndims, offsets)));
  };
  if (kind == "grid") return on_grid(2, {1, 1});
  if (kind == "cube") return on_grid(3, {1, 1, 1});
  if (kind == "weighted") return on_grid(3, {16, 4, 1});
  if (kind == "geometric") return geometric(random, n);
  if (kind == "delaunay") return gabriel(random, n);
  if (kind == "power") return power_law(random, n);
  base::fail(base::Status::invalid_argument, "the graph {} is unknown: use one like {}", name, names[0]);
}

std::int64_t nodes_of(const mapping::Graph& graph) { return graph.size() / (graph.size() > 1024 ? 64 : 32); }

/// Seconds and the cuts of Scotch, repaired to exact sizes, and of every tier.
template <typename Take>
void partition_all(const mapping::Graph& graph, const machine::Machine& machine, double budget, Take&& take) {
  double start = wall_seconds();
  const auto enter = [&](std::string_view name, const mapping::Order& order) {
    const double seconds = wall_seconds() - start;
    take(name, seconds, cost::edge_cut(graph, machine, order));
    start = wall_seconds();
  };
  const machine::Sizes& nodes = machine.levels().front().sizes;
  if (machine.levels().size() == 1) {
    const mapping::CellGraph both_ways(graph);
    const mapping::Labels labels =
        mapping::with_exact_sizes(both_ways, scotch_partition(both_ways, static_cast<int>(nodes.count())), nodes);
    std::vector<grid::Cell> order(labels.size());
    std::iota(order.begin(), order.end(), grid::Cell(0));
    std::ranges::stable_sort(order, {}, [&](grid::Cell cell) { return labels[mapping::Vertex(cell.number())]; });
    enter("scotch", mapping::Order(std::move(order)));
  }
  for (const choose::Tier tier : tiers)
    enter(choose::to_string(tier), choose::partition(graph, machine, tier, {.budget_seconds = budget}).mapping.order);
}

void compare(const std::string& name, double budget) {
  const mapping::Graph graph = graph_of(name);
  const machine::Sizes nodes = machine::Sizes::equal(nodes_of(graph), graph.size() / nodes_of(graph));
  fmt::print("{:<16}", name);
  double scotch = 0;
  partition_all(graph, machine::Machine::nodes(nodes), budget,
                [&](std::string_view who, double seconds, const std::vector<cost::LevelCut>& cuts) {
                  if (who == "scotch") scotch = cuts.front().j_sum;
                  const std::string cut = who == "scotch" ? fmt::format("{:g}", scotch)
                                                          : fmt::format("{:.3f}", cuts.front().j_sum / scotch);
                  fmt::print("{:>10}{:>9.3f} s", cut, seconds);
                });
  fmt::print("\n");
  std::fflush(stdout);
}

void write_metis(const mapping::Graph& graph, const char* path) {
  const mapping::CellGraph both_ways(graph);
  std::ofstream file(path);
  file << graph.size() << ' ' << both_ways.edges() / 2 << " 1\n";
  for (const mapping::Vertex v : both_ways.vertices()) {
    for (const auto& edge : both_ways.edges(v))
      file << edge.to.number() + 1 << ' ' << static_cast<std::int64_t>(edge.weight) << ' ';
    file << '\n';
  }
}

machine::Machine machine_of(std::int64_t size, const std::string& counts) {
  std::vector<machine::Level> levels;
  std::istringstream in(counts);
  for (std::string count; std::getline(in, count, ',');)
    levels.push_back(
        {levels.empty() ? "node" : "part", machine::Sizes::equal(std::stoll(count), size / std::stoll(count))});
  return machine::Machine(std::move(levels));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) {
    write_metis(graph_of(argv[1]), argv[2]);
    return 0;
  }
  if (argc == 4) {
    const mapping::Graph graph = graph_of(argv[1]);
    partition_all(graph, machine_of(graph.size(), argv[2]), std::atof(argv[3]),
                  [](std::string_view who, double seconds, const std::vector<cost::LevelCut>& cuts) {
                    fmt::print("{} {:.4f}", who, seconds);
                    for (const cost::LevelCut& cut : cuts) fmt::print(" {:.0f}", cut.j_sum);
                    fmt::print("\n");
                  });
    return 0;
  }
  const double budget = argc > 1 ? std::atof(argv[1]) : 10;
  fmt::print(
      "{}\nJ_sum of Scotch with exact sizes, and J_sum of the tiers relative to it; best: {} s "
      "each\n\n{:<16}{:>21}{:>21}{:>21}{:>21}\n",
      machine_line(), budget, "", "Scotch", "fast", "balanced", "best");
  for (const char* name : names) compare(name, budget);
}
