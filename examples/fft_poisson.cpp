// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Poisson's equation laplace(u) = f between two plates: u = 0 at x = 0 and x = pi, periodic in y and z.
//
// usage: mpirun -n 4 ./fft_poisson_cpp [POINTS]
#include <cartwright/poisson.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

using Index = std::vector<std::int64_t>;

using Point = std::vector<double>;

double solution(const Point& x) {
  return std::sin(x[0]) * std::exp(std::cos(x[0])) * std::cos(x[1]) * std::sin(2 * x[2]);
}
double right_side(const Point& x) { return -(std::cos(x[0]) * (3 + std::cos(x[0])) + 1 + 4) * solution(x); }

/// On n points along each axis.
bool solve(std::int64_t n) {
  // Dirichlet on both sides along x. The box has the default lengths: pi, 2 pi and 2 pi.
  cw::fft::Poisson<double> solver(MPI_COMM_WORLD, {n, n, n}, {.boundaries = "DD PP PP"});
  auto u = solver.buffer();

  // The index and the memory offset of each element of this process, in any order.
  solver.array().for_each([&](const Index& index, std::size_t at) { u[at] = right_side(solver.point(index)); });
  solver.solve(u, u);

  double error = 0;
  solver.array().for_each([&](const Index& index, std::size_t at) {
    error = std::max(error, std::abs(u[at] - solution(solver.point(index))));
  });
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const bool right = error < 1e-12;

  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%sbetween plates, %d points per axis: largest error %.1e, %s\n", solver.explain().c_str(),
                static_cast<int>(n), error, right ? "correct" : "wrong");
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool right = false;
  try {
    right = solve(argc > 1 ? std::atoi(argv[1]) : 64);
  } catch (const cw::Error& error) {
    std::fprintf(stderr, "fft_poisson: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
