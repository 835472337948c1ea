// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// The time for one process to find its cell (set-up included), and the time for a whole permutation on one core, for
// every local algorithm of the registry.
#include "mapping/algorithm.hpp"

#include <benchmark/benchmark.h>

namespace cartwright {
namespace {

struct Instance {
  const char* name;
  grid::Coords dims;
  std::int64_t node;
};

const Instance instances[] = {
    {"1e6/2d", {1000, 1000}, 50},
    {"1e6/3d", {100, 100, 100}, 50},
    {"1e9/2d", {40'000, 25'000}, 50},
    {"1e9/3d", {1000, 1000, 1000}, 64},
};

mapping::Problem problem_of(const Instance& instance, const grid::Stencil& stencil) {
  const grid::Grid grid(instance.dims);
  return {grid, stencil, machine::Machine::nodes(machine::Sizes::equal(grid.size() / instance.node, instance.node))};
}

void one_place(benchmark::State& state, const mapping::Algorithm& algorithm, const mapping::Problem& problem) {
  std::int64_t slot = 0;
  for (auto _ : state) {
    slot = (slot + 7'919'777) % problem.size();
    grid::Coords cell = algorithm.local(problem)->cell_of(machine::Slot(slot));
    benchmark::DoNotOptimize(cell);
  }
}

void permutation(benchmark::State& state, const mapping::Algorithm& algorithm, const mapping::Problem& problem) {
  for (auto _ : state) benchmark::DoNotOptimize(mapping::run_algorithm(algorithm, problem).order.items().data());
}

void register_all() {
  for (const mapping::Algorithm& algorithm : mapping::algorithms()) {
    if (algorithm.local == nullptr || algorithm.for_unequal_nodes) continue;
    for (const Instance& instance : instances) {
      const std::size_t d = instance.dims.size();
      for (const auto& [stencil, offsets] :
           {std::pair{"nn", grid::Stencil::nearest_neighbor(d)}, {"hops", grid::Stencil::hops(d)}})
        benchmark::RegisterBenchmark(fmt::format("place/{}/{}/{}", algorithm.name, instance.name, stencil).c_str(),
                                     one_place, algorithm, problem_of(instance, offsets));
      if (grid::Grid(instance.dims).size() <= 1'000'000)
        benchmark::RegisterBenchmark(fmt::format("permutation/{}/{}", algorithm.name, instance.name).c_str(),
                                     permutation, algorithm, problem_of(instance, grid::Stencil::nearest_neighbor(d)))
            ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace
}  // namespace cartwright

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  cartwright::register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
