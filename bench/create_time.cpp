// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time to compute a mapping, as in [Hunold2020, VI-E and figure 9], beside Scotch: for the cell of one process
// (set-up included) if the algorithm is local, and for the cells of all processes.
// Usage: bench_create_time [RUNS]   number of runs (default 200, but at most about 2 s each)
#include "report/box_stats.hpp"
#include "scotch.hpp"

#include <cstdlib>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

std::vector<Instance> instances() {
  std::vector<Instance> all;
  const auto add = [&](grid::Coords dims, std::int64_t nodes, const NamedStencil& stencil) {
    all.push_back({fmt::format("grid {}, {} nodes of 48, {}", grid::to_string(dims), nodes, stencil.name),
                   on_equal_nodes(grid::Grid(dims), stencil.make(2), nodes, 48)});
  };
  add({100, 48}, 100, stencils[0]);
  for (const NamedStencil& stencil : stencils) add({75, 64}, 100, stencil);
  for (const NamedStencil& stencil : stencils) add({50, 48}, 50, stencil);
  return all;
}

/// Seconds of each run of `work`.
template <typename Work>
std::vector<double> measure(int runs, Work work) {
  constexpr double patience = 2;
  std::vector<double> seconds;
  work();  // once unmeasured: caches, and memory that the allocator keeps
  const double start = wall_seconds();
  for (int run = 0; run < runs && (run < 3 || wall_seconds() - start < patience); ++run) {
    const double before = wall_seconds();
    work();
    seconds.push_back(wall_seconds() - before);
  }
  return seconds;
}

/// "12.3 [12.1, 12.6]": the median and the quartiles around it.
std::string median(const std::vector<double>& seconds, double unit) {
  const report::BoxStats box = report::box_stats(seconds);
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", box.median / unit, box.lower_quartile / unit,
                     box.upper_quartile / unit);
}

void row(std::string_view name, const std::string& one, const std::string& all, const std::string& j_sum) {
  fmt::print("{:<16}{:>26}{:>32}{:>10}\n", name, one, all, j_sum);
  std::fflush(stdout);
}

std::string j_sum_of(const mapping::Problem& problem, const mapping::Order& order) {
  return fmt::format("{:g}", cost::node_cut(problem, order).j_sum);
}

/// Keeps the compiler from removing unused results.
volatile std::int64_t sink = 0;

void table(const Instance& instance, int runs) {
  constexpr double microsecond = 1e-6, millisecond = 1e-3;
  const mapping::Problem& problem = instance.problem;
  fmt::print("\n{}\n", instance.name);
  row("", "one process, us", "all processes, ms", "J_sum");
  for (const mapping::Algorithm* entry : mapping::algorithms_for(problem)) {
    const mapping::Algorithm& algorithm = *entry;
    std::string one = "-";
    if (algorithm.local != nullptr) {
      std::vector<double> each = measure(runs, [&] {
        for (const machine::Slot slot : base::ids<machine::Slot>(problem.size()))
          sink = algorithm.local(problem)->cell_of(slot)[0];
      });
      for (double& seconds : each) seconds /= static_cast<double>(problem.size());
      one = median(each, microsecond);
    }
    const std::vector<double> all =
        measure(runs, [&] { sink = mapping::run_algorithm(algorithm, problem).order[machine::Slot(0)].number(); });
    row(algorithm.name, one, median(all, millisecond),
        j_sum_of(problem, mapping::run_algorithm(algorithm, problem).order));
  }
  for (const choose::Tier tier : tiers) {
    const std::vector<double> all =
        measure(runs, [&] { sink = choose::choose(problem, tier).mapping.order[machine::Slot(0)].number(); });
    row(fmt::format("auto, {}", choose::to_string(tier)), "-", median(all, millisecond),
        j_sum_of(problem, choose::choose(problem, tier).mapping.order));
  }
  const auto scotch = [&] {
    const mapping::CellGraph graph(problem.grid(), problem.stencil());
    return scotch_partition(graph, static_cast<int>(problem.machine().node_sizes().count()));
  };
  row("Scotch", "-", median(measure(runs, [&] { sink = scotch()[mapping::Vertex(0)].number(); }), millisecond),
      fmt::format("{:g}", cut_of_labels(problem, scotch()).j_sum));
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 200;
  if (runs < 1) {
    fmt::print(stderr, "usage: bench_create_time [RUNS]\n");
    return 2;
  }
  fmt::print("{}\nmedian of {} runs [quartiles]; one process: its own cell, set-up included\n", machine_line(), runs);
  for (const Instance& instance : instances()) table(instance, runs);
}
