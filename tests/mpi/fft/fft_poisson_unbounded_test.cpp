// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_poisson_solver.hpp"
#include "fixture.hpp"

#include <algorithm>
#include <cmath>

/// poisson.h with unbounded axes.
namespace fft_test {
namespace {

const std::vector<std::string> mirrored = {"DU", "UD", "NU", "UN"};

/// Has as many points as resolve the functions of error_of_known.
Side random_unbounded(Random& random) {
  const bool nodes = any(random, 0, 1) == 1;
  const double length = any(random, 10, 20) / 10.0;
  if (any(random, 0, 2) == 0) return {"UU", nodes, any<std::int64_t>(random, 46, 49), length};
  return {any_of(random, mirrored), nodes, any<std::int64_t>(random, 25, 28), length};
}

TEST(PoissonUnbounded, SolvesItsEquation) {
  const QuietComm world;
  for_each_seed(world, 2, [&](Random& random, std::uint64_t) {
    auto [sides, plan] = random_box(random, size_of(world));
    sides.resize(any<std::size_t>(random, 2, 3), {"PP", false, 6, 2});
    for (Side& side : sides) side.n = any<std::int64_t>(random, 24, 26);  // which resolve the functions
    const std::size_t one = any<std::size_t>(random, 0, sides.size() - 1);
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
      if (axis == one || any(random, 0, 1) == 1) sides[axis] = random_unbounded(random);
    plan.kinds.assign(sides.size(), CW_FFT_NONE);
    if (plan.grid.size() >= sides.size()) plan.grid.clear();
    if (!plan.physical_boxes.empty()) plan.physical_boxes = random_boxes(random, sizes_of(sides), size_of(world));
    const Solver solver(world, sides, plan, any_of<double>(random, {0, 0.3, 40}), CW_POISSON_SPECTRAL);
    SCOPED_TRACE(solver.text());
    if (solver.status() == CW_UNSUPPORTED && plan.method == "shared") return;
    EXPECT_LE(error_of_known(solver), plan.precision == CW_FFT_FLOAT ? 1e-3 : 2e-9);
  });
}

/// With n points along an axis with these boundaries.
Real error_with(MPI_Comm comm, const std::string& boundaries, bool nodes, double lambda, std::int64_t n) {
  return error_of_known(
      Solver(comm, {{boundaries, nodes, n, 1.3}, {"PP", false, 1, 1}}, real_plan(2), lambda, CW_POISSON_SPECTRAL));
}

TEST(PoissonUnbounded, ConvergesFasterThanPowers) {
  // Processes share the cases out: each solves its own alone.
  const int rank = rank_in(MPI_COMM_WORLD);
  const QuietComm alone(rank, 0);
  int number = 0;
  for (const std::string& boundaries : mirrored)
    for (const bool nodes : {false, true})
      for (const double lambda : {0.0, 1.5})
        if (number++ % size_of(MPI_COMM_WORLD) == rank) {
          SCOPED_TRACE(boundaries + (nodes ? " nodes" : " cells"));
          const auto error = [&](std::int64_t n) { return error_with(alone, boundaries, nodes, lambda, n); };
          EXPECT_GE(std::log2(error(8) / error(16)), 8);
          EXPECT_LE(error(28), 1e-10);
        }
}

/// The box and its mirror image in one array, with the wall in the middle.
Grid with_image(const Grid& box, std::size_t axis, const Side& side) {
  const bool odd = side.boundaries.find('D') != std::string::npos, above = side.boundaries[0] == 'U';
  const std::int64_t n = side.n, wall = !side.nodes ? 0 : odd ? 1 : -1;  // points on the wall that the box lacks
  Grid both = box;
  both.sizes[axis] = 2 * n + wall;
  both.values.assign(static_cast<std::size_t>(product(both.sizes)), 0);
  std::int64_t inner = 1;
  for (std::size_t i = axis + 1; i < box.sizes.size(); ++i) inner *= box.sizes[i];
  for (std::size_t i = 0; i < box.values.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::int64_t outer = at / (inner * n), along = at / inner % n, last = both.sizes[axis] - 1;
    const std::int64_t place = above ? along : last - (n - 1 - along);
    const auto to = [&](std::int64_t index) {
      return static_cast<std::size_t>((outer * (last + 1) + index) * inner + at % inner);
    };
    both.values[to(last - place)] = (odd ? Real(-1) : Real(1)) * box.values[i];
    both.values[to(place)] = box.values[i];
  }
  return both;
}

TEST(PoissonUnbounded, AgreesWithTheMirroredBox) {
  const QuietComm world;
  for_each_seed(world, 2, [&](Random& random, std::uint64_t seed) {
    // Between cells the coefficients are the same, between nodes only those of smooth functions.
    const bool nodes = seed % 3 == 0;
    std::vector<Side> sides(any<std::size_t>(random, 2, 3));
    for (Side& side : sides) side = {any_of(random, all_boundaries), false, any<std::int64_t>(random, 3, 6), 1.5};
    const std::size_t one = any<std::size_t>(random, 0, sides.size() - 1);
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
      if (axis == one || (!nodes && any(random, 0, 1) == 1))
        sides[axis] = {any_of(random, mirrored), nodes, any<std::int64_t>(random, nodes ? 30 : 4, 33), 2};
    const double lambda = any_of<double>(random, {0, 2.5});
    const Solver solver(world, sides, real_plan(sides.size()), lambda, CW_POISSON_SPECTRAL);
    SCOPED_TRACE(solver.text());
    Grid f = random_grid(seed, solver.plan().n, false);
    if (nodes)
      solver.for_points(
          [&](std::size_t i, const std::vector<std::int64_t>& at) { f.values[i] = known(sides[one], at[one]).first; });
    Grid u = solver.solve({f}, false).front();
    std::vector<Side> doubled = sides;
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
      if (!sides[axis].mirrored()) continue;
      f = with_image(f, axis, sides[axis]);
      u = with_image(u, axis, sides[axis]);
      doubled[axis] = {"UU", nodes, f.sizes[axis], 2 * sides[axis].length};
    }
    const Solver whole(world, doubled, real_plan(sides.size()), lambda, CW_POISSON_SPECTRAL);
    EXPECT_LE(difference(whole.solve({f}, false).front(), u), nodes ? 1e-9 : 1e-13);
  });
}

/// Minus the exponential integral of -z.
Real e1(Real z) { return -std::expint(-z); }

/// The solution of laplace(u) = f in free space of 1 to 3 dimensions, at a squared distance from the center of a
/// Gaussian f of the integral 1.
Real solution_of_charge(std::size_t dims, Real width, Real square) {
  const Real z = square / (2 * width * width), r = std::sqrt(square);
  if (dims == 1) return r / 2 * std::erf(std::sqrt(z)) + width / std::sqrt(2 * pi) * std::exp(-z);
  if (dims == 2) return (e1(z) + std::log(square)) / (4 * pi);
  return -std::erf(std::sqrt(z)) / (4 * pi * r);
}

struct Charge {
  Real value;
  std::vector<Real> center;
};

/// Mirrors charges in the wall of an axis.
std::vector<Charge> with_images(std::vector<Charge> charges, std::size_t axis, const Side& side) {
  const bool odd = side.boundaries.find('D') != std::string::npos;
  const Real wall = side.boundaries[0] == 'U' ? side.length : 0;
  for (Charge image : std::vector<Charge>(charges)) {
    image.center[axis] = 2 * wall - image.center[axis];
    image.value *= odd ? -1 : 1;
    charges.push_back(std::move(image));
  }
  return charges;
}

TEST(PoissonUnbounded, HasThePotentialOfChargesAndTheirImages) {
  const std::uint64_t seed = from_environment("CARTWRIGHT_SEED", 3);
  SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed));
  Random random(seed);
  const std::uint64_t rounds = 3 + from_environment("CARTWRIGHT_FFT_PROBLEMS", 30) / 3;
  const QuietComm world;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::size_t dims = round % 3 + 1;
    // Charges may be on walls, and are far from unbounded sides.
    constexpr Real width = 0.1L;
    std::vector<Side> sides;
    std::vector<Charge> charges(3);
    for (Charge& charge : charges) charge.value = any(random, -9, 9) + 0.5L;
    for (std::size_t axis = 0; axis < dims; ++axis) {
      const bool both = round < 3 || any(random, 0, 3) == 0;
      sides.push_back(
          {both ? "UU" : any_of(random, mirrored), any(random, 0, 1) == 1, both ? 48 : 26, both ? 2.0 : 1.0});
      for (Charge& charge : charges) {
        const Real from_wall = any(random, 0, 2400) / 10000.0L + 1e-5L;
        charge.center.push_back(both                               ? 0.88L + from_wall
                                : sides[axis].boundaries[0] == 'U' ? 1 - from_wall
                                                                   : from_wall);
      }
    }
    for (std::size_t axis = 0; axis < dims; ++axis)
      if (sides[axis].mirrored()) charges = with_images(charges, axis, sides[axis]);
    sides.resize(std::max<std::size_t>(2, dims), {"PP", false, 1, 1});
    const Solver solver(world, sides, real_plan(sides.size()), 0, CW_POISSON_SPECTRAL);
    SCOPED_TRACE(solver.text());
    ASSERT_EQ(solver.status(), CW_OK) << cw_last_error();
    Grid f = solver.zeros(), u = f;
    solver.for_points([&](std::size_t i, const std::vector<std::int64_t>& at) {
      for (const Charge& charge : charges) {
        Real square = 0;
        for (std::size_t axis = 0; axis < dims; ++axis)
          square += std::pow(sides[axis].point(at[axis]) - charge.center[axis], 2);
        f.values[i] +=
            charge.value * std::exp(-square / (2 * width * width)) / std::pow(2 * pi * width * width, dims / 2.0L);
        u.values[i] += charge.value * solution_of_charge(dims, width, square);
      }
    });
    EXPECT_LE(difference(solver.solve({f}, true).front(), u), 1e-9) << dims;
  }
}

}  // namespace
}  // namespace fft_test
