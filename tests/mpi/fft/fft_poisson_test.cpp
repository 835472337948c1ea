// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_poisson_solver.hpp"
#include "fixture.hpp"

#include <algorithm>
#include <cmath>

/// poisson.h against the equation that it solves, with matrices of the second derivative that are made here.
namespace fft_test {
namespace {

TEST(Poisson, SolvesItsEquation) {
  const QuietComm world;
  for_each_seed(world, 1, [&](Random& random, std::uint64_t seed) {
    auto [sides, plan] = random_box(random, size_of(world));
    const double lambda = any_of<double>(random, {0, 0, any(random, 1, 900) / 100.0, any(random, -900, -1) / 100.0});
    const auto laplacian = any_of<cw_poisson_laplacian>(random, {CW_POISSON_SPECTRAL, CW_POISSON_SECOND_ORDER});
    const Solver solver(world, sides, plan, lambda, laplacian);
    SCOPED_TRACE(solver.text());
    // The processes may be on several hosts.
    if (solver.status() == CW_UNSUPPORTED && plan.method == "shared") return;
    ASSERT_EQ(solver.status(), CW_OK) << cw_last_error();
    expect_solution(solver, random, seed);
  });
}

/// Checks that the spectral solution is exact to rounding, and that differences converge with the squared spacing.
void expect_convergence(MPI_Comm comm, const std::vector<Side>& sides, double lambda, std::int64_t n) {
  const auto with = [&](std::int64_t points) {
    std::vector<Side> made = sides;
    for (Side& side : made)
      if (side.n > 1) side.n = points;
    return made;
  };
  const Solver exact(comm, with(32), real_plan(sides.size()), lambda, CW_POISSON_SPECTRAL);
  SCOPED_TRACE(exact.text());
  EXPECT_LE(error_of_known(exact), 2e-11);
  const Solver coarse(comm, with(n), real_plan(sides.size()), lambda, CW_POISSON_SECOND_ORDER);
  const Solver fine(comm, with(2 * n), real_plan(sides.size()), lambda, CW_POISSON_SECOND_ORDER);
  const Real order = std::log(error_of_known(coarse) / error_of_known(fine)) /
                     std::log(coarse.sides()[0].spacing() / fine.sides()[0].spacing());
  EXPECT_GE(order, 1.8);
  EXPECT_LE(order, 2.3);
}

TEST(Poisson, ConvergesForAllBoundariesOfAnAxis) {
  // Processes share the cases out: each solves its own alone.
  const int rank = rank_in(MPI_COMM_WORLD);
  const QuietComm alone(rank, 0);
  int number = 0;
  for (const std::string& boundaries : all_boundaries)
    for (const bool nodes : {false, true})
      for (const double lambda : {0.0, 1.5})
        if (number++ % size_of(MPI_COMM_WORLD) == rank)
          expect_convergence(alone, {{boundaries, nodes, 2, 1.7}, {"PP", false, 1, 1}}, lambda, 64);
}

TEST(Poisson, ConvergesForMixesInThreeDimensions) {
  const std::uint64_t seed = from_environment("CARTWRIGHT_SEED", 7);
  Random random(seed);
  const QuietComm world;
  for (int round = 0; round < 3; ++round) {
    std::vector<Side> sides;
    for (int axis = 0; axis < 3; ++axis)
      sides.push_back({any_of(random, all_boundaries), any(random, 0, 1) == 1, 2, 2.0});
    SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed));
    expect_convergence(world, sides, any_of<double>(random, {0, 2}), 16);
  }
}

}  // namespace
}  // namespace fft_test
