// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include <cartwright/fft.hpp>

#if defined(CARTWRIGHT_CARTWRIGHT_H) || defined(CARTWRIGHT_LAYOUT_H)
#error fft.hpp includes more than it needs
#endif

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool right = false;
  {
    cw::fft::Plan<double> plan(MPI_COMM_SELF, {4, 6});
    auto u = plan.physical_buffer();
    auto coefficients = plan.spectral_buffer();
    for (double& value : u) value = 0.5;
    plan.forward(u, coefficients);
    right = coefficients.size() == 16 && std::abs(coefficients[0] - 12.0) < 1e-12;
  }
  MPI_Finalize();
  std::puts(right ? "C++: 0.5 on 4x6 points is one wave" : "C++: a wrong spectrum");
  return !right;
}
