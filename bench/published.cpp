// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The two grids of [Hunold2020, figures 6 and 7] (48 processes per node, not periodic) with every mapping and Scotch
// side by side, and some other grids: unequal nodes, periodic.
// Usage: bench_published [SECONDS]   budget of the tier `best` for each problem (default 10)
#include "bound/lower_bound.hpp"
#include "scotch.hpp"

#include <cstdlib>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

std::vector<Instance> instances() {
  std::vector<Instance> all;
  for (const NamedStencil& stencil : stencils) {
    all.push_back(
        {fmt::format("50x48 {}", stencil.name), on_equal_nodes(grid::Grid({50, 48}), stencil.make(2), 50, 48)});
    all.push_back(
        {fmt::format("75x64 {}", stencil.name), on_equal_nodes(grid::Grid({75, 64}), stencil.make(2), 100, 48)});
  }
  machine::Sizes alternating, halves = machine::Sizes::equal(30, 48), two_small = machine::Sizes::equal(49, 48);
  for (int i = 0; i < 30; ++i) {
    alternating.append(48);
    alternating.append(32);
  }
  halves.append(32, 30);
  two_small.append(24, 2);
  const grid::Stencil nn = grid::Stencil::nearest_neighbor(2);
  all.push_back({"30*(48,32)", mapping::Problem(grid::Grid({50, 48}), nn, machine::Machine::nodes(alternating))});
  all.push_back({"30*48,30*32", mapping::Problem(grid::Grid({50, 48}), nn, machine::Machine::nodes(halves))});
  all.push_back({"49*48,2*24", mapping::Problem(grid::Grid({50, 48}), nn, machine::Machine::nodes(two_small))});
  all.push_back({"periodic nn", on_equal_nodes(grid::Grid({50, 48}, {true, true}), nn, 50, 48)});
  return all;
}

std::string score(const cost::LevelCut& cut) { return fmt::format("{:g}/{:g}", cut.j_sum, cut.j_max); }

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
  for (const mapping::Algorithm& algorithm : mapping::algorithms())
    row(algorithm.name, [&](const mapping::Problem& p) {
      return score(cost::node_cut(p, mapping::run_algorithm(algorithm, p).order));
    });
  row("Scotch", [](const mapping::Problem& p) -> std::string {
    if (!p.machine().node_sizes().uniform()) return "-";
    const mapping::CellGraph graph(p.grid(), p.stencil());
    return score(cut_of_labels(p, scotch_partition(graph, static_cast<int>(p.machine().node_sizes().count()))));
  });
  for (const choose::Tier tier : tiers)
    row(fmt::format("auto, {}", choose::to_string(tier)), [&](const mapping::Problem& p) {
      return score(cost::node_cut(p, choose::choose(p, tier, {.budget_seconds = budget}).mapping.order));
    });
  row("lower bound", [](const mapping::Problem& p) {
    return fmt::format("{:g}", bound::lower_bound(p.grid(), p.stencil(), p.machine().node_sizes()));
  });
  fmt::print("\n");
}
