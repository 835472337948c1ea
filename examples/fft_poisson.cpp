// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Poisson's equation laplace(u) = f between two plates: u = 0 at x = 0 and x = pi, periodic in y and z. Sines along x,
// waves along y and z: basis "SFF".
//
// usage: mpirun -n 4 ./fft_poisson_cpp [POINTS]
//
// The points along x are the centers of cells, (i + 1/2) pi / n, as RODFT10 requires.
#include <cartwright/fft.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace {

using Index = std::vector<std::int64_t>;

struct Point {
  double x, y, z;
};

double solution(const Point& p) { return std::sin(p.x) * std::exp(std::cos(p.x)) * std::cos(p.y) * std::sin(2 * p.z); }
double right_side(const Point& p) { return -(std::cos(p.x) * (3 + std::cos(p.x)) + 1 + 4) * solution(p); }

/// The grid: n points along each axis.
struct Grid {
  std::int64_t n;

  Point point(const Index& index) const {
    const double h = std::numbers::pi / static_cast<double>(n);
    return {h * (static_cast<double>(index[0]) + 0.5), 2 * h * static_cast<double>(index[1]),
            2 * h * static_cast<double>(index[2])};
  }
};

bool solve(const Grid& grid) {
  cw::fft::Plan<double> plan(MPI_COMM_WORLD, {grid.n, grid.n, grid.n},
                             {.basis = "SFF", .scale = cw::fft::Scale::backward, .transposed = true});
  auto u = plan.physical_buffer();

  // The index and the memory offset of each element of this process, in any order.
  plan.physical().for_each([&](const Index& index, std::size_t at) { u[at] = right_side(grid.point(index)); });
  plan.apply(cw::fft::inverse_laplacian(), u, u);

  double error = 0;
  plan.physical().for_each([&](const Index& index, std::size_t at) {
    error = std::max(error, std::abs(u[at] - solution(grid.point(index))));
  });
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const bool right = error < 1e-12;

  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%sbetween plates, %d points per axis: largest error %.1e, %s\n", plan.explain().c_str(),
                static_cast<int>(grid.n), error, right ? "correct" : "wrong");
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool right = false;
  try {
    right = solve({argc > 1 ? std::atoi(argv[1]) : 64});
  } catch (const cw::Error& error) {
    std::fprintf(stderr, "fft_poisson: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
