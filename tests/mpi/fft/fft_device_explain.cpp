// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Prints the JSON of several plans for arrays on a GPU, each on a line, for tests/schema/check_fft_device.py. The
// driver is that of CARTWRIGHT_TEST_GPU.
#include "test_gpu.hpp"

#include <cartwright/fft.hpp>

#include <algorithm>
#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  TestGpu::get();
  using cw::fft::Plan;
  constexpr auto device = cw::fft::Memory::device;
  const auto print = [rank](std::string json) {
    std::replace(json.begin(), json.end(), '\n', ' ');
    if (rank == 0) std::puts(json.c_str());
  };
  print(Plan<std::complex<double>>(MPI_COMM_WORLD, {16, 12}, {.memory = device}).explain_json());
  print(Plan<float>(MPI_COMM_WORLD, {8, 6, 4}, {.fields = 2, .transposed = true, .grid = {2, 2}, .memory = device})
            .explain_json());
  print(Plan<std::complex<float>>(MPI_COMM_WORLD, {8, 6, 4}, {.basis = "FNF", .grid = {1, 4}, .memory = device})
            .explain_json());
  MPI_Finalize();
}
