// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/poisson.h"
#include "fft_plan.hpp"
#include "fft_poisson_axis.hpp"
#include "fixture.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

/// Solvers of poisson.h for tests.
namespace fft_test {

/// A solver that frees itself, and its arguments.
class Solver {
 public:
  /// The sizes of `plan` are those of the sides.
  Solver(MPI_Comm comm, std::vector<Side> sides, Problem plan, double lambda, cw_poisson_laplacian laplacian);
  ~Solver() { EXPECT_EQ(cw_poisson_free(solver_), CW_OK) << cw_last_error(); }
  Solver(const Solver&) = delete;
  operator cw_poisson*() const { return solver_; }
  cw_status status() const { return status_; }
  const std::vector<Side>& sides() const { return sides_; }
  const Problem& plan() const { return plan_; }
  double lambda() const { return lambda_; }
  bool any_mean() const {
    return lambda_ == 0 && std::none_of(sides_.begin(), sides_.end(), [](const Side& side) {
             return side.boundaries.find_first_of("DU") != std::string::npos;
           });
  }
  std::string text() const;

  /// u of f for each field, on all processes. Collective.
  std::vector<Grid> solve(const std::vector<Grid>& f, bool in_place) const;

  /// Visits all points: visit(position, index along each axis).
  void for_points(const std::function<void(std::size_t, const std::vector<std::int64_t>&)>& visit) const;
  /// An array of zeros.
  Grid zeros() const { return {plan_.n, std::vector<Value>(static_cast<std::size_t>(product(plan_.n)))}; }
  Value mean(const Grid& grid) const;
  /// The largest deviation of laplace(u) - lambda u from f, relative to the terms that it is the sum of.
  Real deviation(const Grid& f, const Grid& u) const;

 private:
  MPI_Comm comm_;
  std::vector<Side> sides_;
  Problem plan_;
  double lambda_;
  cw_poisson_laplacian laplacian_;
  cw_poisson* solver_ = nullptr;
  cw_status status_ = CW_OK;
};

/// Calls run(random, seed) for CARTWRIGHT_FFT_PROBLEMS seeds, or 30, divided by `part`, from CARTWRIGHT_SEED on. All
/// processes of `world` end after one that fails on any, whose seed is printed.
template <typename Run>
void for_each_seed(MPI_Comm world, std::uint64_t part, Run run) {
  const std::uint64_t first = from_environment("CARTWRIGHT_SEED", 0);
  const std::uint64_t count = (from_environment("CARTWRIGHT_FFT_PROBLEMS", 30) + part - 1) / part;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed));
    run(random, seed);
    const std::vector<int> failed = all_of(testing::Test::HasFailure(), world);
    if (std::ranges::count(failed, 0) == std::ssize(failed)) continue;
    if (rank_in(world) == 0) std::cout << "CARTWRIGHT_SEED=" << seed << std::endl;
    return;
  }
}

/// Real numbers of double precision.
Problem real_plan(std::size_t ndims);

std::vector<std::int64_t> sizes_of(const std::vector<Side>& sides);

/// The options of plans from a random problem, and random axes.
std::pair<std::vector<Side>, Problem> random_box(Random& random, int processes);

/// Checks that the solution for random f solves the equation, and the points.
void expect_solution(const Solver& solver, Random& random, std::uint64_t seed);

/// The error of the solution that is a product of known functions.
Real error_of_known(const Solver& solver);

}  // namespace fft_test
