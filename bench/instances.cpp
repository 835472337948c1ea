// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The 144 instances of [Hunold2020, VI-C], with its three stencils: sums of J_sum per tier, the
// lower bound, and Scotch on each of the 432.
// Usage: bench_instances [SECONDS]   budget of the tier `best` for each instance (default 1)
#include "bound/lower_bound.hpp"
#include "grid/dims.hpp"
#include "scotch.hpp"

#include <cstdlib>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

struct Row {
  double sum = 0;
  std::vector<double> seconds;
  int at_bound = 0;
  int above_scotch = 0;

  void add(double j, double bound, double scotch, double time) {
    sum += j;
    seconds.push_back(time);
    at_bound += j <= bound;
    above_scotch += j > scotch;
  }
  void print(std::string_view name) {
    std::ranges::sort(seconds);
    fmt::print("{:<14}{:>10g}{:>12.1f}{:>12.1f}{:>10}{:>14}\n", name, sum, seconds[seconds.size() / 2] * 1e3,
               seconds.back() * 1e3, at_bound, above_scotch);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const double budget = argc > 1 ? std::atof(argv[1]) : 1;
  fmt::print("{}\n144 instances; best: {} s each\n", machine_line(), budget);
  for (const NamedStencil& stencil : stencils) {
    Row scotch_row, rows[std::size(tiers)];
    double bounds = 0;
    for (const int ndims : {2, 3})
      for (int nodes = 10; nodes <= 31; nodes += 3)
        for (const int size : {10, 13, 16, 19, 22, 25, 28, 31, 32}) {
          const grid::Grid grid(grid::dims_create(std::int64_t{nodes} * size, ndims));
          const mapping::Problem problem = on_equal_nodes(grid, stencil.make(ndims), nodes, size);
          const double bound = bound::lower_bound(problem.grid(), problem.stencil(), problem.machine().node_sizes());
          bounds += bound;
          double start = wall_seconds();
          const mapping::Labels labels = scotch_partition(mapping::CellGraph(problem.grid(), problem.stencil()), nodes);
          const double scotch_seconds = wall_seconds() - start, scotch = cut_of_labels(problem, labels).j_sum;
          scotch_row.add(scotch, bound, scotch, scotch_seconds);
          for (std::size_t i = 0; i < std::size(tiers); ++i) {
            start = wall_seconds();
            const choose::Choice choice = choose::choose(problem, tiers[i], {.budget_seconds = budget});
            const double seconds = wall_seconds() - start;
            const double j = cost::node_cut(problem, choice.mapping.order).j_sum;
            rows[i].add(j, bound, scotch, seconds);
            if (tiers[i] == choose::Tier::best && j > scotch)
              fmt::print("{} {} on {} nodes: best {:g}, Scotch {:g}\n", stencil.name, grid::to_string(grid.dims()),
                         nodes, j, scotch);
          }
        }
    fmt::print("\n{:<14}{:>10}{:>12}{:>12}{:>10}{:>14}\n", stencil.name, "J_sum", "median ms", "max ms", "at bound",
               "above Scotch");
    scotch_row.print("Scotch");
    for (std::size_t i = 0; i < std::size(tiers); ++i) rows[i].print(choose::to_string(tiers[i]));
    fmt::print("{:<14}{:>10g}\n", "lower bound", bounds);
    std::fflush(stdout);
  }
}
