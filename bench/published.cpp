// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The two grids of seed 000, figures 6 and 7 (48 processes per node, not periodic), every mapping and
// Scotch side by side, and some grids the paper does not have: unequal nodes, periodic.
// Usage: bench_published [SECONDS]   what the tier `best` may take for each (default 10)
#include "common.hpp"
#include "bound/lower_bound.hpp"

#include <cstdlib>
#include <map>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

std::vector<Instance> instances() {
  std::vector<Instance> all;
  for (const NamedStencil& stencil : stencils) {
    all.push_back({fmt::format("50x48 {}", stencil.name),
                   Problem(Grid({50, 48}), stencil.make(2), Machine::nodes(Sizes::equal(50, 48)))});
    all.push_back({fmt::format("75x64 {}", stencil.name),
                   Problem(Grid({75, 64}), stencil.make(2), Machine::nodes(Sizes::equal(100, 48)))});
  }
  Sizes alternating, halves = Sizes::equal(30, 48), two_small = Sizes::equal(49, 48);
  for (int i = 0; i < 30; ++i) {
    alternating.append(48);
    alternating.append(32);
  }
  halves.append(32, 30);
  two_small.append(24, 2);
  const Stencil nn = Stencil::nearest_neighbor(2);
  all.push_back({"30*(48,32)", Problem(Grid({50, 48}), nn, Machine::nodes(alternating))});
  all.push_back({"30*48,30*32", Problem(Grid({50, 48}), nn, Machine::nodes(halves))});
  all.push_back({"49*48,2*24", Problem(Grid({50, 48}), nn, Machine::nodes(two_small))});
  all.push_back({"periodic nn", Problem(Grid({50, 48}, {true, true}), nn, Machine::nodes(Sizes::equal(50, 48)))});
  return all;
}

std::string score(const LevelCut& cut) { return fmt::format("{:g}/{:g}", cut.j_sum, cut.j_max); }

}  // namespace

int main(int argc, char** argv) {
  const double budget = argc > 1 ? std::atof(argv[1]) : 10;
  const std::vector<Instance> all = instances();
  fmt::print("{}\nJ_sum/J_max, directed edges; best: {} s each\n\n{:<16}", machine_line(), budget, "");
  for (const Instance& instance : all) fmt::print("{:>13}", instance.name);
  const auto row = [&](std::string_view name, auto&& cell) {
    fmt::print("\n{:<16}", name);
    for (const Instance& instance : all) {
      fmt::print("{:>13}", cell(instance.problem));
      std::fflush(stdout);
    }
  };
  for (const Algorithm& algorithm : algorithms())
    row(algorithm.name, [&](const Problem& p) { return score(node_cut(p, run_algorithm(algorithm, p).order)); });
  row("Scotch", [](const Problem& p) -> std::string {
    if (!p.machine().node_sizes().uniform()) return "-";
    const CellGraph graph(p.grid(), p.stencil());
    return score(cut_of_labels(p, scotch_partition(graph, static_cast<int>(p.machine().node_sizes().count()))));
  });
  for (const Tier tier : {Tier::fast, Tier::balanced, Tier::best})
    row(fmt::format("auto, {}", to_string(tier)), [&](const Problem& p) {
      return score(node_cut(p, choose(p, tier, {.budget_seconds = budget}).mapping.order));
    });
  row("lower bound", [](const Problem& p) {
    return fmt::format("{:g}", lower_bound(p.grid(), p.stencil(), p.machine().node_sizes()));
  });
  fmt::print("\n");
}
