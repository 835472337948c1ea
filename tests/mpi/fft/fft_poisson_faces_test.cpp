// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_poisson_solver.hpp"
#include "fixture.hpp"

#include <cmath>

/// poisson.h with cells of unequal widths along axis 0.
namespace fft_test {
namespace {

/// Cells whose widths differ by up to a factor of 20.
Side random_cells(Random& random, std::int64_t n) {
  Side side{any_of(random, all_boundaries), false, n, 1, {any(random, -20, 20) / 10.0}};
  for (std::int64_t i = 0; i < n; ++i) side.faces.push_back(side.faces.back() + any(random, 5, 100) / 100.0);
  side.length = side.faces.back() - side.faces.front();
  return side;
}

TEST(PoissonFaces, SolvesItsEquation) {
  const QuietComm world;
  for_each_seed(world, 1, [&](Random& random, std::uint64_t seed) {
    auto [sides, plan] = random_box(random, size_of(world));
    sides[0] = random_cells(random, sides[0].n);
    const double lambda = any_of<double>(random, {0, 0, 1e-9, any(random, 1, 900) / 100.0});
    const auto laplacian = any_of<cw_poisson_laplacian>(random, {CW_POISSON_SPECTRAL, CW_POISSON_SECOND_ORDER});
    const Solver solver(world, sides, plan, lambda, laplacian);
    SCOPED_TRACE(solver.text());
    // The processes may be on several hosts.
    if (solver.status() == CW_UNSUPPORTED && plan.method == "shared") return;
    ASSERT_EQ(solver.status(), CW_OK) << cw_last_error();
    expect_solution(solver, random, seed);
  });
}

TEST(PoissonFaces, AgreesWithDifferencesOnUniformMeshes) {
  const QuietComm world;
  for_each_seed(world, 2, [&](Random& random, std::uint64_t seed) {
    std::vector<Side> sides(any<std::size_t>(random, 2, 3));
    for (Side& side : sides) side = {any_of(random, all_boundaries), false, any<std::int64_t>(random, 1, 17), 1.5};
    std::vector<Side> with_faces = sides;
    for (std::int64_t i = 0; i <= sides[0].n; ++i)
      with_faces[0].faces.push_back(1.5 * static_cast<double>(i) / static_cast<double>(sides[0].n));
    const double lambda = any_of<double>(random, {0, 2.5});
    const Solver uniform(world, sides, real_plan(sides.size()), lambda, CW_POISSON_SECOND_ORDER);
    const Solver solver(world, with_faces, real_plan(sides.size()), lambda, CW_POISSON_SECOND_ORDER);
    SCOPED_TRACE(solver.text());
    const Grid f = random_grid(seed, solver.plan().n, false);
    const Grid expected = uniform.solve({f}, false).front(), u = solver.solve({f}, false).front();
    Real most = 0, error = 0;
    for (std::size_t i = 0; i < u.values.size(); ++i) {
      most = std::max(most, std::abs(expected.values[i]));
      error = std::max(error, std::abs(u.values[i] - expected.values[i]));
    }
    EXPECT_LE(error, 1e-13 * std::max<Real>(most, 1));
  });
}

/// Faces that are closer together near both walls.
Side stretched(const std::string& boundaries, std::int64_t n) {
  Side side{boundaries, false, n, 2, {}};
  for (std::int64_t i = 0; i <= n; ++i)
    side.faces.push_back(std::tanh(1.8 * (2.0 * static_cast<double>(i) / static_cast<double>(n) - 1)) / std::tanh(1.8));
  return side;
}

TEST(PoissonFaces, ConvergesOnStretchedMeshes) {
  // Processes share the cases out: each solves its own alone.
  const int rank = rank_in(MPI_COMM_WORLD);
  const QuietComm alone(rank, 0);
  int number = 0;
  for (const std::string& boundaries : all_boundaries)
    for (const char* others : {"PP", "NN", "DN"})
      for (const double lambda : {0.0, 1.5})
        if (number++ % size_of(MPI_COMM_WORLD) == rank) {
          // The other axis is exact.
          const auto error = [&](std::int64_t n) {
            return error_of_known(Solver(alone, {stretched(boundaries, n), {others, false, 32, 1.7}}, real_plan(2),
                                         lambda, CW_POISSON_SPECTRAL));
          };
          const Real order = std::log2(error(64) / error(128));
          SCOPED_TRACE(boundaries + " and " + others);
          EXPECT_GE(order, 1.8);
          EXPECT_LE(order, 2.3);
        }
}

}  // namespace
}  // namespace fft_test
