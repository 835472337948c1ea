// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// wave.c in C++: a wave in a box with three periodic axes, u_tt = laplace(u), by leapfrog. The start is a standing wave
// that the scheme keeps exactly in shape, so every point has a known value at every step.
//
// usage: mpirun -n 8 ./wave_cpp [POINTS [STEPS]]
#include <cartwright/halo.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace {

using Array = cw::HaloArray<double, 3>;

/// The part of the box that this process holds.
struct Block {
  std::array<int, 3> dims{};
  Array::Numbers start{}, sizes{};

  Block(MPI_Comm cart, std::int64_t points) {
    std::array<int, 3> periods{}, coords{};
    MPI_Cart_get(cart, 3, dims.data(), periods.data(), coords.data());
    for (std::size_t axis = 0; axis < 3; ++axis) {
      start[axis] = points * coords[axis] / dims[axis];
      sizes[axis] = points * (coords[axis] + 1) / dims[axis] - start[axis];
    }
  }
  template <typename Body>
  void each(Body body) const {
    for (std::int64_t i = 0; i < sizes[0]; ++i)
      for (std::int64_t j = 0; j < sizes[1]; ++j)
        for (std::int64_t k = 0; k < sizes[2]; ++k) body(i, j, k);
  }
};

bool solve(MPI_Comm cart, std::int64_t points, int steps) {
  const Block block(cart, points);
  Array u(block.sizes, 1);
  Array v(block.sizes, 1);
  // Each array is read in one step and written in the next.
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.shape = CW_HALO_FACES;
  options.buffered = 1;
  cw::Halo halo_u(cart, options, u);
  cw::Halo halo_v(cart, options, v);

  const double h = 2 * std::numbers::pi / static_cast<double>(points);
  const auto shape = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    const auto angle = [&](std::size_t axis, std::int64_t index) {
      return h * static_cast<double>(block.start[axis] + index);
    };
    return std::sin(angle(0, i)) * std::cos(2 * angle(1, j)) * std::sin(angle(2, k) + 1);
  };
  // A standing wave swings with cos(phase * step); phase follows from the scheme.
  constexpr double courant = 0.25;
  const double lambda = 2 * (2 * (1 - std::cos(h)) + (1 - std::cos(2 * h)));
  const double phase = std::acos(1 - courant * lambda / 2);
  block.each([&](auto i, auto j, auto k) {
    u(i, j, k) = shape(i, j, k) * std::cos(phase);
    v(i, j, k) = shape(i, j, k);
  });

  const auto step = [&](Array& before, const Array& now, cw::Halo& halo) {
    halo.exchange();
    block.each([&](auto i, auto j, auto k) {
      const double laplace = now(i - 1, j, k) + now(i + 1, j, k) + now(i, j - 1, k) + now(i, j + 1, k) +
                             now(i, j, k - 1) + now(i, j, k + 1) - 6 * now(i, j, k);
      before(i, j, k) = 2 * now(i, j, k) - before(i, j, k) + courant * laplace;
    });
  };
  for (int n = 0; n < steps; ++n) n % 2 == 0 ? step(u, v, halo_v) : step(v, u, halo_u);

  double error = 0;
  const Array& now = steps % 2 == 0 ? v : u;
  block.each([&](auto i, auto j, auto k) {
    error = std::max(error, std::abs(now(i, j, k) - shape(i, j, k) * std::cos(phase * steps)));
  });
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, cart);
  const bool right = error < 1e-9;
  int rank = 0;
  MPI_Comm_rank(cart, &rank);
  if (rank == 0)
    std::printf("%lld^3 points on %d x %d x %d processes, %d steps: error %.1e%s\n%s", static_cast<long long>(points),
                block.dims[0], block.dims[1], block.dims[2], steps, error, right ? "" : ", WRONG",
                halo_u.explain().c_str());
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::int64_t points = argc > 1 ? std::atoll(argv[1]) : 48;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 100;
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  std::array<int, 3> dims{};
  const std::array<int, 3> periods = {1, 1, 1};
  MPI_Dims_create(processes, 3, dims.data());
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims.data(), periods.data(), 1, &cart);
  bool right = false;
  try {
    right = solve(cart, points, steps);
  } catch (const cw::Error& error) {
    std::fprintf(stderr, "wave_cpp: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Comm_free(&cart);
  MPI_Finalize();
  return right ? 0 : 1;
}
