// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Graphs that are not stencils, on equal nodes, beside Scotch, whose sizes may be off by a few processes.
// Usage: bench_graphs [SECONDS]   budget of the tier `best` for each graph (default 10)
#include "graphs.hpp"
#include "choose/partition.hpp"
#include "scotch.hpp"

#include <cstdlib>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

mapping::Labels labels_of(const machine::Sizes& sizes, const mapping::Order& order) {
  mapping::Labels labels;
  for (const std::int64_t domain : cost::domains_of(sizes, order)) labels.push_back(mapping::Part(domain));
  return labels;
}

void compare(std::string_view name, const mapping::Graph& graph, std::int64_t nodes, double budget) {
  const mapping::CellGraph both_ways(graph);
  const machine::Sizes sizes = machine::Sizes::equal(nodes, graph.size() / nodes);
  double start = wall_seconds();
  const double scotch = mapping::cut_of(both_ways, scotch_partition(both_ways, static_cast<int>(nodes)));
  fmt::print("{:<24}{:>10g}{:>9.3f} s", name, scotch, wall_seconds() - start);
  for (const choose::Tier tier : tiers) {
    start = wall_seconds();
    const choose::Choice choice =
        choose::partition(graph, machine::Machine::nodes(sizes), tier, {.budget_seconds = budget});
    const double seconds = wall_seconds() - start;
    fmt::print("{:>10.3f}{:>9.3f} s", mapping::cut_of(both_ways, labels_of(sizes, choice.mapping.order)) / scotch,
               seconds);
  }
  fmt::print("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const double budget = argc > 1 ? std::atof(argv[1]) : 10;
  fmt::print(
      "{}\nJ_sum of Scotch, and J_sum of the tiers relative to it; best: {} s "
      "each\n\n{:<24}{:>21}{:>21}{:>21}{:>21}\n",
      machine_line(), budget, "", "Scotch", "fast", "balanced", "best");
  base::Random random(1);
  compare("geometric 2400", geometric(random, 2400), 50, budget);
  compare("geometric 4800", geometric(random, 4800), 100, budget);
  compare("geometric 12000", geometric(random, 12000), 100, budget);
  compare("power law 2400", power_law(random, 2400), 50, budget);
  compare("50x48 shuffled", shuffled(random, stencil_graph(grid::Grid({50, 48}), grid::Stencil::nearest_neighbor(2))),
          50, budget);
  compare("16x16x16 shuffled", shuffled(random, stencil_graph(grid::Grid({16, 16, 16}), grid::Stencil::moore(3))), 64,
          budget);
}
