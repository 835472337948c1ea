// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// What one process needs in MPI_Cart_create in tier fast, if each process places itself, and what process 0 needs if it
// places all: processor time and memory. The communicator is simulated: the parts of a thousand processes are computed
// one after the other. Then the same for MPI_Cart_map, in which a process has no others to ask, and the memory of the
// table of all ranks.
// Usage: bench_alone [RANKS_PER_NODE]   default 48
#include "base/text.hpp"
#include "choose/local_choice.hpp"
#include "choose/place.hpp"
#include "choose/rank_table.hpp"
#include "grid/dims.hpp"
#include "lib/program.hpp"

#include <cstdlib>
#include <new>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

std::size_t allocated = 0;  ///< bytes of all allocations so far

/// What a piece of work took.
struct Cost {
  double seconds = 0;
  double bytes = 0;  ///< of all its allocations
};
template <typename Work>
Cost cost_of(Work work) {
  constexpr int times = 5;  // the least counts
  Cost least;
  for (int i = 0; i < times; ++i) {
    const std::size_t before = allocated;
    const double start = processor_seconds();
    work();
    const double seconds = processor_seconds() - start;
    if (i == 0 || seconds < least.seconds) least = {seconds, static_cast<double>(allocated - before)};
  }
  return least;
}

mapping::Problem problem_of(std::int64_t nodes, std::int64_t per_node) {
  return {grid::Grid(grid::dims_create(nodes * per_node, std::size_t{3})), grid::Stencil::nearest_neighbor(3),
          machine::Machine::nodes(machine::Sizes::equal(nodes, per_node))};
}

machine::Slot in_blocks(base::Rank rank) { return machine::Slot(rank.number()); }

void measure(std::int64_t nodes, std::int64_t per_node) {
  const mapping::Problem problem = problem_of(nodes, per_node);
  const grid::Grid& grid = problem.grid();

  std::size_t sums = 0;
  const Cost prepared = cost_of([&] {
    const choose::LocalChoice choice(problem, in_blocks, "auto");
    std::vector<double> mine(choice.size());
    sums = mine.size();
  });
  const choose::LocalChoice choice(problem, in_blocks, "auto");
  std::vector<double> mine(choice.size());
  constexpr std::int64_t most_ranks = 1000;
  const std::int64_t ranks = std::min(grid.size(), most_ranks);
  const Cost added = cost_of([&] {
    for (std::int64_t i = 0; i < ranks; ++i) choice.add(base::Rank(i * (grid.size() / ranks)), mine);
  });
  const Cost together = cost_of([&] {
    choose::RankLevel level{"node", {}};
    for (std::int64_t rank = 0; rank < grid.size(); ++rank)
      level.domain_of_rank.push_back(static_cast<int>(rank / per_node));
    choose::place(grid, problem.stencil(), choose::RankLocations({level}), {.tier = choose::Tier::fast});
  });
  const double alone = prepared.seconds + added.seconds / static_cast<double>(ranks);
  fmt::print("| {} | {} | {} | {:.1f} us | {:.0f} KiB | {:.3f} s | {:.1f} MiB |\n", grid.size(), nodes, sums,
             1e6 * alone, prepared.bytes / 1024, together.seconds, together.bytes / 0x1p20);
}

/// MPI_Cart_map of one process.
void measure_map(std::int64_t nodes, std::int64_t per_node) {
  const mapping::Problem problem = problem_of(nodes, per_node);
  const std::int64_t ranks = problem.size();
  const auto new_rank = [&](const char* mapping) {
    const choose::LocalChoice choice(problem, in_blocks, mapping);
    return choice.new_rank(choice.pick_alone(), base::Rank(ranks / 2)).number();
  };
  std::int64_t found = 0;
  const Cost named = cost_of([&] { found += new_rank("fast"); });
  const Cost automatic = cost_of([&] { found += new_rank("auto"); });
  const std::size_t before = allocated;
  const choose::RankTable dealt(choose::DistributedRanks{problem.machine(), choose::Distribution::blocks});
  const std::size_t between = allocated;
  std::vector<int> node_of_rank;
  node_of_rank.reserve(static_cast<std::size_t>(ranks));
  for (std::int64_t rank = 0; rank < ranks; ++rank) node_of_rank.push_back(static_cast<int>(rank / per_node));
  const choose::RankTable any({{"node", std::move(node_of_rank)}}, 0);
  if (found < 0 || dealt.nodes() != any.nodes()) std::abort();
  fmt::print("| {} | {:.1f} us | {:.0f} KiB | {:.3f} s | {:.0f} KiB | {} B | {:.1f} MiB |\n", ranks,
             1e6 * named.seconds, named.bytes / 1024, automatic.seconds, automatic.bytes / 1024, between - before,
             static_cast<double>(allocated - between) / 0x1p20);
}

void measure_all(int argc, char** argv) {
  const std::int64_t per_node = argc > 1 ? base::parse_count(argv[1], "ranks per node") : 48;
  fmt::print("{}, 3-D grid, {} processes a node\n\n", machine_line(), per_node);
  fmt::print(
      "| processes | nodes | sums | each process | allocated | process 0 for all | memory "
      "|\n|---|---|---|---|---|---|---|\n");
  const auto all_nodes = {1, 10, 100, 1000, 2000, 5000, 20833};
  for (const std::int64_t nodes : all_nodes) measure(nodes, per_node);
  fmt::print(
      "\n| processes | map, by name | allocated | map, auto, alone | allocated | table of equal nodes | of others "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const std::int64_t nodes : all_nodes) measure_map(nodes, per_node);
}

}  // namespace

void* operator new(std::size_t size) {
  allocated += size;
  if (void* const made = std::malloc(size)) return made;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

int main(int argc, char** argv) { return plain_main("bench_alone", argc, argv, measure_all); }
