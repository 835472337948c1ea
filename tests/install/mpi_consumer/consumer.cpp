// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include <cartwright/cartwright.hpp>
#include <cartwright/mpix.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::vector<double> weights{1.0 / 1800, 1.0 / 580};
  const std::vector<int> dims = cw::mpi::dims_weighted(12, 2, {.weights = weights});
  const cw::mpi::CartComm cart = cw::mpi::cart_create(MPI_COMM_SELF, 2);
  MPI_Finalize();
  const bool right =
      dims == std::vector<int>{6, 2} && cw::dims_weighted(12, {0, 0}, weights) == std::vector<std::int64_t>{6, 2};
  std::puts(right ? "C++: 6x2" : "C++: wrong dims");
  return !right;
}
