// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time to create a communicator that Cartwright places, beside MPI_Cart_create without reordering: the slowest
// process, from a barrier to the return. Usage: mpirun -n N create_comm [RUNS]; CARTWRIGHT_NODES emulates nodes.
#include "report/box_stats.hpp"

#include <cartwright/mpix.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace {

struct Way {
  const char* name;
  int (*create)(int processes, MPI_Comm* cart);
};

const int lines[] = {0, 0};

int plain(int processes, MPI_Comm* cart) {
  int dims[] = {0, 0};
  MPI_Dims_create(processes, 2, dims);
  return MPI_Cart_create(MPI_COMM_WORLD, 2, dims, lines, 0, cart);
}

int by_stencil(int processes, MPI_Comm* cart) {
  const int nearest[] = {1, 0, -1, 0, 0, 1, 0, -1};
  int dims[] = {0, 0};
  MPI_Dims_create(processes, 2, dims);
  return MPIX_Cart_stencil_comm(MPI_COMM_WORLD, 2, dims, lines, 1, nearest, 4, cart);
}

int by_weights(const char* tier, MPI_Comm* cart) {
  int dims[] = {0, 0};
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cartwright_tier", tier);
  const int error = MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, lines, info, dims, cart);
  MPI_Info_free(&info);
  return error;
}

int by_weights_fast(int, MPI_Comm* cart) { return by_weights("fast", cart); }
int by_weights_balanced(int, MPI_Comm* cart) { return by_weights("balanced", cart); }

constexpr Way ways[] = {{"MPI_Cart_create, no reorder", plain},
                        {"MPIX_Cart_stencil_comm, balanced", by_stencil},
                        {"MPIX_Cart_weighted_create, fast", by_weights_fast},
                        {"MPIX_Cart_weighted_create, balanced", by_weights_balanced}};

/// Milliseconds of one call on the slowest process, and the part that process 0 spent on the mapping.
double milliseconds(const Way& way, int processes, double& mapping) {
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime();
  way.create(processes, &cart);
  seconds = MPI_Wtime() - seconds;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (way.create != plain) {
    cw_cart_report report = {};
    report.size = sizeof report;
    cw_comm_report(cart, &report);
    mapping = 1e3 * report.seconds;
  }
  MPI_Comm_free(&cart);
  return 1e3 * seconds;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 50;
  int rank = 0, processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (rank == 0)
    std::printf("%d processes, %d runs, ms\n%-38s%9s%9s%23s%13s\n", processes, runs, "", "median", "fastest",
                "above MPI_Cart_create", "the mapping");
  // Take turns: other load on the machine then affects all of them.
  std::vector<double> all[std::size(ways)], mappings[std::size(ways)];
  for (int run = -1; run < runs; ++run)
    for (std::size_t way = 0; way < std::size(ways); ++way) {
      double mapping = 0;
      const double time = milliseconds(ways[way], processes, mapping);
      if (run < 0) continue;  // the first run fills caches for later ones
      all[way].push_back(time);
      mappings[way].push_back(mapping);
    }
  for (std::size_t way = 0; way < std::size(ways) && rank == 0; ++way) {
    const double fastest = *std::ranges::min_element(all[way]);
    std::printf("%-38s%9.3f%9.3f%23.3f%13.3f\n", ways[way].name, cartwright::report::box_stats(all[way]).median,
                fastest, fastest - *std::ranges::min_element(all[0]), *std::ranges::min_element(mappings[way]));
  }
  MPI_Finalize();
  return 0;
}
