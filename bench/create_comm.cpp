// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time to create a communicator that Cartwright places, beside MPI_Cart_create without reordering: the slowest
// process, from a barrier to the return. --mapping all has a row for each algorithm, as [Hunold2020, figure 9].
// CARTWRIGHT_NODES emulates nodes.
#include "lib/mpi_program.hpp"
#include "lib/options.hpp"
#include "mapping/algorithm.hpp"

#include <cartwright/mpix.h>

#include <cstdlib>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

const int lines[] = {0, 0};

void plain(int* dims, MPI_Comm* cart) {
  MPI_Dims_create(world_size(), 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, lines, 0, cart);
}

void by_stencil(int* dims, MPI_Comm* cart) {
  const int nearest[] = {1, 0, -1, 0, 0, 1, 0, -1};
  MPI_Dims_create(world_size(), 2, dims);
  MPIX_Cart_stencil_comm(MPI_COMM_WORLD, 2, dims, lines, 1, nearest, 4, cart);
}

template <bool balanced>
void by_weights(int* dims, MPI_Comm* cart) {
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cartwright_tier", balanced ? "balanced" : "fast");
  MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, lines, info, dims, cart);
  MPI_Info_free(&info);
}

struct Way {
  std::string name;
  void (*create)(int* dims, MPI_Comm* cart);
  std::string mapping = "auto";
};

/// `mappings` are names of algorithms, or "all".
std::vector<Way> ways_of(const std::vector<std::string>& mappings) {
  std::vector<Way> ways = {{"MPI_Cart_create, no reorder", plain}};
  if (mappings.empty()) {
    ways.push_back({"MPIX_Cart_stencil_comm, balanced", by_stencil});
    ways.push_back({"MPIX_Cart_weighted_create, fast", by_weights<false>});
    ways.push_back({"MPIX_Cart_weighted_create, balanced", by_weights<true>});
  }
  for (const std::string& mapping : mappings)
    if (mapping != "all")
      ways.push_back({mapping, by_stencil, mapping});
    else
      for (const mapping::Algorithm& algorithm : mapping::algorithms())
        if (!algorithm.for_unequal_nodes)
          ways.push_back({std::string(algorithm.name), by_stencil, std::string(algorithm.name)});
  return ways;
}

/// Milliseconds of one call on the slowest process, and its report by process 0.
double milliseconds(const Way& way, cw_cart_report& report) {
  int dims[] = {0, 0};
  MPI_Comm cart = MPI_COMM_NULL;
  setenv("CARTWRIGHT_MAPPING", way.mapping.c_str(), 1);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  way.create(dims, &cart);
  const double seconds = maximum(MPI_Wtime() - start);
  if (way.create != plain && cw_comm_report(cart, &report) != MPI_SUCCESS) throw CommonError(cw_last_error());
  MPI_Comm_free(&cart);
  return 1e3 * seconds;
}

void run(int argc, char** argv) {
  CommandLine command("The time to create a communicator; run by mpirun");
  int runs = 50;
  std::vector<std::string> mappings;
  command.add_option("runs", runs)->check(CLI::PositiveNumber);
  command.add_option("--mapping", mappings, "By these algorithms, or by all")->delimiter(',');
  command.read(argc, argv, world_rank());
  const std::vector<Way> ways = ways_of(mappings);
  // Take turns: other load on the machine then affects all of them.
  std::vector<std::vector<double>> all(ways.size()), placements(ways.size());
  std::vector<cw_cart_report> reports(ways.size(), cw_cart_report CW_CART_REPORT_INIT);
  for (int run = -1; run < runs; ++run)
    for (std::size_t way = 0; way < ways.size(); ++way) {
      const double time = milliseconds(ways[way], reports[way]);
      if (run < 0) continue;  // the first run fills caches for later ones
      all[way].push_back(time);
      placements[way].push_back(1e3 * reports[way].seconds);
    }
  if (world_rank() != 0) return;
  fmt::print("{} processes, {} runs, ms\n{:38}{:>9}{:>9}{:>23}{:>13}{:>8}\n", world_size(), runs, "", "median",
             "fastest", "above MPI_Cart_create", "the mapping", "J_sum");
  for (std::size_t way = 0; way < ways.size(); ++way) {
    const double fastest = std::ranges::min(all[way]);
    fmt::print("{:38}{:9.3f}{:9.3f}{:23.3f}{:13.3f}{:8g}\n", ways[way].name, median(all[way]), fastest,
               fastest - std::ranges::min(all[0]), std::ranges::min(placements[way]),
               way == 0 ? reports.back().j_sum_before : reports[way].j_sum);
  }
}

}  // namespace

int main(int argc, char** argv) { return mpi_main("create_comm", argc, argv, run); }
