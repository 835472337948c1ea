// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time to create a communicator that Cartwright places, beside MPI_Cart_create without reordering: the slowest
// process, from a barrier to the return. Usage: mpirun -n N create_comm [RUNS]; CARTWRIGHT_NODES emulates nodes.
#include "lib/mpi_program.hpp"

#include <cartwright/mpix.h>

#include <cstdlib>
#include <iterator>

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
  const char* name;
  void (*create)(int* dims, MPI_Comm* cart);
};
constexpr Way ways[] = {{"MPI_Cart_create, no reorder", plain},
                        {"MPIX_Cart_stencil_comm, balanced", by_stencil},
                        {"MPIX_Cart_weighted_create, fast", by_weights<false>},
                        {"MPIX_Cart_weighted_create, balanced", by_weights<true>}};

/// Milliseconds of one call on the slowest process, and the part that process 0 spent on the mapping.
double milliseconds(const Way& way, double& mapping) {
  int dims[] = {0, 0};
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  way.create(dims, &cart);
  const double seconds = maximum(MPI_Wtime() - start);
  if (way.create != plain) {
    cw_cart_report report = {};
    report.size = sizeof report;
    cw_comm_report(cart, &report);
    mapping = 1e3 * report.seconds;
  }
  MPI_Comm_free(&cart);
  return 1e3 * seconds;
}

void run(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 50;
  if (world_rank() == 0)
    fmt::print("{} processes, {} runs, ms\n{:38}{:>9}{:>9}{:>23}{:>13}\n", world_size(), runs, "", "median", "fastest",
               "above MPI_Cart_create", "the mapping");
  // Take turns: other load on the machine then affects all of them.
  std::vector<double> all[std::size(ways)], mappings[std::size(ways)];
  for (int run = -1; run < runs; ++run)
    for (std::size_t way = 0; way < std::size(ways); ++way) {
      double mapping = 0;
      const double time = milliseconds(ways[way], mapping);
      if (run < 0) continue;  // the first run fills caches for later ones
      all[way].push_back(time);
      mappings[way].push_back(mapping);
    }
  for (std::size_t way = 0; way < std::size(ways) && world_rank() == 0; ++way) {
    const double fastest = std::ranges::min(all[way]);
    fmt::print("{:38}{:9.3f}{:9.3f}{:23.3f}{:13.3f}\n", ways[way].name, median(all[way]), fastest,
               fastest - std::ranges::min(all[0]), std::ranges::min(mappings[way]));
  }
}

}  // namespace

int main(int argc, char** argv) { return mpi_main("create_comm", argc, argv, run); }
