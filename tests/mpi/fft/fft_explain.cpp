// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Prints the JSON of several plans, each on a line, for tests/schema/check_fft.py.
#include <cartwright/fft.hpp>

#include <algorithm>
#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto print = [rank](std::string json) {
    std::replace(json.begin(), json.end(), '\n', ' ');
    if (rank == 0) std::puts(json.c_str());
  };
  using cw::fft::Effort;
  using cw::fft::Plan;
  print(Plan<double>(MPI_COMM_WORLD, {16, 12}, {}).explain_json());
  print(
      Plan<std::complex<float>>(MPI_COMM_WORLD, {8, 6, 4}, {.grid = {0, 0}, .effort = Effort::measure}).explain_json());
  print(
      Plan<double>(MPI_COMM_WORLD, {8, 6, 4}, {.basis = "SFF", .transposed = true, .order = "morton"}).explain_json());
  print(Plan<double, double>(MPI_COMM_WORLD, {8, 6, 4}, {.basis = "SSC", .fields = 2, .physical = {12, 9, 6}})
            .explain_json());
  const cw::fft::Box mine{{rank * 4, 0, 0}, {4, 6, 4}};
  print(Plan<double>(MPI_COMM_WORLD, {16, 6, 4}, {.method = "alltoallv", .physical_box = mine}).explain_json());
  MPI_Finalize();
}
