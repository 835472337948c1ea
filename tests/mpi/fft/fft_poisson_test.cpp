// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"
#include "fixture.hpp"

#include "cartwright/poisson.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <numbers>
#include <sstream>

/// poisson.h against the equation that it solves, with matrices of the second derivative that are made here.
namespace fft_test {
namespace {

using Matrix = std::vector<std::vector<Real>>;  ///< of rows
constexpr Real pi = std::numbers::pi_v<Real>;

/// An axis of a box.
struct Side {
  std::string boundaries = "PP";
  bool nodes = false;
  std::int64_t n = 1;
  double length = 1;

  bool is(const char* given) const { return boundaries == given; }
  /// Points of the walls that the array does not hold, less those that it does, plus the rest of the length.
  Real spacing() const {
    const int beyond = nodes && is("DD") ? 1 : nodes && (is("NN") || is("UU")) ? -1 : 0;
    return length / static_cast<Real>(n + beyond);
  }
  Real point(std::int64_t i) const {
    const Real first = !nodes ? 0.5L : boundaries[0] == 'D' ? 1 : 0;
    return (first + static_cast<Real>(i)) * spacing();
  }
  /// The weight of a point in the mean.
  Real weight(std::int64_t i) const { return nodes && is("NN") && (i == 0 || i == n - 1) ? 0.5L : 1; }
};

/// The inverse by elimination with pivots.
Matrix inverse_of(Matrix a) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    a[i].resize(2 * n);
    a[i][n + i] = 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto column = [&](const auto& x, const auto& y) { return std::abs(x[i]) < std::abs(y[i]); };
    std::swap(a[i], *std::max_element(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(), column));
    for (std::size_t other = 0; other < n; ++other) {
      const Real factor = other == i ? 1 - 1 / a[i][i] : a[other][i] / a[i][i];
      const std::vector<Real> pivot = a[i];
      for (std::size_t j = 0; j < 2 * n; ++j) a[other][j] -= factor * pivot[j];
    }
  }
  for (std::vector<Real>& row : a) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return a;
}

/// Wave j of an axis, one that its boundaries allow, and its wave number.
std::pair<std::function<Real(Real)>, Real> wave(const Side& side, std::int64_t j) {
  const bool sine = side.is("PP") ? j % 2 == 0 && j > 0 : side.boundaries[0] == 'D';
  const Real turns = side.is("PP")   ? 2 * static_cast<Real>((j + 1) / 2)
                     : side.is("DD") ? static_cast<Real>(j + 1)
                     : side.is("NN") ? static_cast<Real>(j)
                                     : static_cast<Real>(j) + 0.5L;
  const Real k = pi * turns / side.length;
  const Real begin = side.is("PP") ? side.point(0) : 0;  // a cosine of the highest wave is 1 and -1 in turn
  return {[=](Real x) { return sine ? std::sin(k * (x - begin)) : std::cos(k * (x - begin)); }, k};
}

/// The exact second derivative of the waves through the points.
Matrix spectral(const Side& side) {
  const auto n = static_cast<std::size_t>(side.n);
  Matrix waves(n, std::vector<Real>(n));
  std::vector<Real> numbers;
  for (std::size_t j = 0; j < n; ++j) {
    const auto [function, k] = wave(side, static_cast<std::int64_t>(j));
    numbers.push_back(k);
    for (std::size_t i = 0; i < n; ++i) waves[i][j] = function(side.point(static_cast<std::int64_t>(i)));
  }
  const Matrix coefficients = inverse_of(waves);
  Matrix made(n, std::vector<Real>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < n; ++l) made[i][j] -= waves[i][l] * numbers[l] * numbers[l] * coefficients[l][j];
  return made;
}

/// Differences between neighbors, with mirror images beyond the walls.
Matrix second_order(const Side& side) {
  const std::int64_t n = side.n;
  Matrix made(static_cast<std::size_t>(n), std::vector<Real>(static_cast<std::size_t>(n)));
  const Real factor = 1 / (side.spacing() * side.spacing());
  for (std::int64_t i = 0; i < n; ++i) {
    const auto add = [&](std::int64_t j, Real value) {
      if (side.is("PP")) j = (j + n) % n;
      // The image of a point is as far from the wall.
      while (j < 0 || j >= n) {
        const bool low = j < 0;
        const Real x = side.point(j);
        const Real image = low ? -x : 2 * side.length - x;
        const bool dirichlet = side.boundaries[low ? 0 : 1] == 'D';
        if (dirichlet && std::abs(image - x) < side.spacing() / 4) return;  // on the wall
        if (dirichlet) value = -value;
        j = std::llround((image - side.point(0)) / side.spacing());
      }
      made[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] += value;
    };
    add(i - 1, factor);
    add(i, -2 * factor);
    add(i + 1, factor);
  }
  return made;
}

/// A solver that frees itself, and its arguments.
class Solver {
 public:
  Solver(MPI_Comm comm, std::vector<Side> sides, Problem plan, double lambda, cw_poisson_laplacian laplacian)
      : comm_(comm), sides_(std::move(sides)), plan_(std::move(plan)), lambda_(lambda), laplacian_(laplacian) {
    std::string boundaries, centering;
    std::vector<double> lengths;
    plan_.n.clear();
    for (const Side& side : sides_) {
      boundaries += side.boundaries + " ";
      centering += side.nodes ? "N" : "C";
      lengths.push_back(side.length);
      plan_.n.push_back(side.n);
    }
    cw_fft_options fft = plan_.options(rank_in(comm));
    fft.kinds = nullptr;
    cw_poisson_options options = CW_POISSON_OPTIONS_INIT;
    options.boundaries = boundaries.c_str();
    options.centering = centering.c_str();
    options.lengths = lengths.data();
    options.lambda = lambda;
    options.laplacian = laplacian;
    options.complex_data = !plan_.real;
    options.fft = &fft;
    status_ = cw_poisson_create(comm, plan_.n.size(), plan_.n.data(), &options, &solver_);
  }
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
  std::string text() const {
    std::ostringstream out;
    for (const Side& side : sides_)
      out << side.boundaries << (side.nodes ? " nodes " : " cells ") << side.n << " of " << side.length << "; ";
    out << "lambda " << lambda_ << (laplacian_ == CW_POISSON_SPECTRAL ? ", spectral; " : ", second order; ");
    return out.str() + plan_.text();
  }

  /// u of f for each field, on all processes. Collective.
  std::vector<Grid> solve(const std::vector<Grid>& f, bool in_place) const {
    cw_fft_array array = CW_FFT_ARRAY_INIT;
    EXPECT_EQ(cw_poisson_array(solver_, -1, &array), CW_OK) << cw_last_error();
    const std::int64_t bytes = extent(array, plan_.fields);
    Buffer in(bytes, plan_.precision);
    Buffer out(in_place ? 0 : bytes, plan_.precision);
    const auto for_fields = [&](auto visit) {
      for (std::size_t field = 0; field < f.size(); ++field)
        for_elements(array, [&](std::int64_t whole, std::int64_t here) {
          visit(field, static_cast<std::size_t>(whole), static_cast<std::int64_t>(field) * array.field_stride + here);
        });
    };
    for_fields([&](std::size_t field, std::size_t whole, std::int64_t here) {
      write(in.data(), plan_.precision, !plan_.real, here, f[field].values[whole]);
    });
    const std::vector<std::byte> before = in.content();
    void* const result = in_place ? in.data() : out.data();
    EXPECT_EQ(cw_poisson_solve(solver_, bytes == 0 ? nullptr : in.data(), bytes == 0 ? nullptr : result), CW_OK)
        << cw_last_error();
    EXPECT_TRUE(in.guards_are_whole() && out.guards_are_whole()) << "written outside of the arrays";
    EXPECT_TRUE(in_place || before == in.content()) << "f was changed";
    std::vector<Grid> u(f.size(), Grid{plan_.n, std::vector<Value>(static_cast<std::size_t>(product(plan_.n)))});
    for_fields([&](std::size_t field, std::size_t whole, std::int64_t here) {
      u[field].values[whole] = read(result, plan_.precision, !plan_.real, here);
    });
    for (Grid& grid : u)
      MPI_Allreduce(MPI_IN_PLACE, grid.values.data(), static_cast<int>(2 * grid.values.size()), MPI_LONG_DOUBLE,
                    MPI_SUM, comm_);
    return u;
  }

  /// Visits all points: visit(position, index along each axis).
  void for_points(const std::function<void(std::size_t, const std::vector<std::int64_t>&)>& visit) const {
    std::vector<std::int64_t> at(sides_.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(product(plan_.n)); ++i) {
      visit(i, at);
      for (std::size_t axis = at.size(); axis-- > 0;) {
        if (++at[axis] < sides_[axis].n) break;
        at[axis] = 0;
      }
    }
  }
  Value mean(const Grid& grid) const {
    Value sum = 0;
    Real weights = 0;
    for_points([&](std::size_t i, const std::vector<std::int64_t>& at) {
      Real weight = 1;
      for (std::size_t axis = 0; axis < at.size(); ++axis) weight *= sides_[axis].weight(at[axis]);
      sum += weight * grid.values[i];
      weights += weight;
    });
    return sum / weights;
  }
  /// The largest deviation of laplace(u) - lambda u from f, relative to the terms that it is the sum of.
  Real deviation(const Grid& f, const Grid& u) const {
    Grid left{u.sizes, std::vector<Value>(u.values.size())};
    Real norm = std::abs(lambda_);
    for (std::size_t axis = 0; axis < sides_.size(); ++axis) {
      const Side& side = sides_[axis];
      const Matrix matrix = laplacian_ == CW_POISSON_SPECTRAL ? spectral(side) : second_order(side);
      std::int64_t stride = 1;
      for (std::size_t i = axis + 1; i < sides_.size(); ++i) stride *= sides_[i].n;
      Real most = 0;
      for (const std::vector<Real>& row : matrix) {
        Real sum = 0;
        for (const Real entry : row) sum += std::abs(entry);
        most = std::max(most, sum);
      }
      norm += most;
      for_points([&](std::size_t i, const std::vector<std::int64_t>& at) {
        for (std::int64_t j = 0; j < side.n; ++j)
          left.values[i] += matrix[static_cast<std::size_t>(at[axis])][static_cast<std::size_t>(j)] *
                            u.values[i + static_cast<std::size_t>((j - at[axis]) * stride)];
      });
    }
    const Value ignored = any_mean() ? mean(f) : Value(0);
    Real error = 0, terms = std::numeric_limits<Real>::min();
    for (std::size_t i = 0; i < u.values.size(); ++i) {
      error = std::max(error,
                       std::abs(left.values[i] - static_cast<Real>(lambda_) * u.values[i] - (f.values[i] - ignored)));
      terms = std::max(terms, norm * std::abs(u.values[i]) + std::abs(f.values[i]));
    }
    return error / terms;
  }

 private:
  MPI_Comm comm_;
  std::vector<Side> sides_;
  Problem plan_;
  double lambda_;
  cw_poisson_laplacian laplacian_;
  cw_poisson* solver_ = nullptr;
  cw_status status_ = CW_OK;
};

const std::vector<std::string> all_boundaries = {"PP", "DD", "NN", "DN", "ND"};

std::vector<std::int64_t> sizes_of(const std::vector<Side>& sides) {
  std::vector<std::int64_t> sizes;
  for (const Side& side : sides) sizes.push_back(side.n);
  return sizes;
}

/// The options of plans from a random problem, and random axes.
std::pair<std::vector<Side>, Problem> random_box(Random& random, int processes) {
  Problem plan = random_problem(random, processes, 400);
  std::vector<Side> sides;
  for (const std::int64_t n : plan.n) {
    Side side{any_of(random, all_boundaries), any(random, 0, 1) == 1, n, any(random, 5, 40) / 10.0};
    if (side.nodes && side.is("NN")) side.n = std::max<std::int64_t>(2, n);
    sides.push_back(side);
  }
  const bool boxes = !plan.physical_boxes.empty();
  plan.kinds.assign(sides.size(), CW_FFT_NONE);
  plan.physical.clear();
  plan.spectral_boxes.clear();
  plan.physical_boxes = boxes ? random_boxes(random, sizes_of(sides), processes) : std::vector<cw_fft_box>();
  return {sides, plan};
}

void check(const Solver& solver, Random& random, std::uint64_t seed) {
  std::vector<Grid> f;
  for (std::int64_t field = 0; field < solver.plan().fields; ++field)
    f.push_back(random_grid(seed * 16 + static_cast<std::uint64_t>(field), solver.plan().n, !solver.plan().real));
  const std::vector<Grid> u = solver.solve(f, any(random, 0, 1) == 0);
  Problem plan = solver.plan();
  if (plan.precision == CW_FFT_LONG_DOUBLE) plan.precision = CW_FFT_DOUBLE;
  for (std::size_t field = 0; field < f.size(); ++field) {
    EXPECT_LE(solver.deviation(f[field], u[field]), tolerance(plan));
    if (!solver.any_mean()) continue;
    Real most = 0;
    for (const Value& value : u[field].values) most = std::max(most, std::abs(value));
    EXPECT_LE(std::abs(solver.mean(u[field])), tolerance(plan) * most);
  }
  for (std::size_t axis = 0; axis < solver.sides().size(); ++axis) {
    double first = 0, spacing = 0;
    ASSERT_EQ(cw_poisson_points(solver, axis, &first, &spacing), CW_OK) << cw_last_error();
    EXPECT_NEAR(first, static_cast<double>(solver.sides()[axis].point(0)), 1e-14);
    EXPECT_NEAR(spacing, static_cast<double>(solver.sides()[axis].spacing()), 1e-14);
  }
}

TEST(Poisson, SolvesItsEquation) {
  const std::uint64_t first = from_environment("CARTWRIGHT_SEED", 0);
  const std::uint64_t count = from_environment("CARTWRIGHT_FFT_PROBLEMS", 30);
  const QuietComm world;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    auto [sides, plan] = random_box(random, size_of(world));
    const double lambda = any_of<double>(random, {0, 0, any(random, 1, 900) / 100.0, any(random, -900, -1) / 100.0});
    const auto laplacian = any_of<cw_poisson_laplacian>(random, {CW_POISSON_SPECTRAL, CW_POISSON_SECOND_ORDER});
    const Solver solver(world, sides, plan, lambda, laplacian);
    SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed) + ": " + solver.text());
    // The processes may be on several hosts.
    if (solver.status() == CW_UNSUPPORTED && plan.method == "shared") continue;
    ASSERT_EQ(solver.status(), CW_OK) << cw_last_error();
    check(solver, random, seed);
    if (all_of(testing::Test::HasFailure(), world) != std::vector<int>(static_cast<std::size_t>(size_of(world)))) {
      if (rank_in(world) == 0) std::cout << "CARTWRIGHT_SEED=" << seed << "\n" << solver.text() << std::endl;
      break;
    }
  }
}

/// g(t) exp(cos t), which the boundaries of an axis allow, and its second derivative. It has waves of every length.
/// An axis of one point has a constant, and an unbounded axis a Gaussian.
std::pair<Real, Real> known(const Side& side, std::int64_t i) {
  if (side.n == 1) return {1, 0};
  if (side.is("UU")) {
    const Real x = side.point(i) / side.length - 0.5L;
    constexpr Real width = 1 / 17.0L;
    const Real t = x / width;
    return {std::exp(-t * t / 2), (t * t - 1) / (width * width * side.length * side.length) * std::exp(-t * t / 2)};
  }
  const Real unit = (side.is("PP") ? 2 : 1) * pi / side.length;
  const Real t = unit * side.point(i);
  const Real m = side.is("DD") ? 1 : side.is("DN") || side.is("ND") ? 0.5L : 0;
  const bool sine = side.boundaries[0] == 'D';
  const Real g = sine ? std::sin(m * t) : std::cos(m * t);
  const Real slope = m * (sine ? std::cos(m * t) : -std::sin(m * t));
  const Real e = std::exp(std::cos(t));
  const Real second = -m * m * g - 2 * slope * std::sin(t) + g * (std::sin(t) * std::sin(t) - std::cos(t));
  return {g * e, unit * unit * second * e};
}

/// The error of the solution that is a product of known functions.
Real error_of_known(const Solver& solver) {
  EXPECT_EQ(solver.status(), CW_OK) << cw_last_error();
  if (solver.status() != CW_OK) return 1;
  Grid u{solver.plan().n, std::vector<Value>(static_cast<std::size_t>(product(solver.plan().n)))};
  Grid f = u;
  solver.for_points([&](std::size_t i, const std::vector<std::int64_t>& at) {
    Real whole = 1, sum = -static_cast<Real>(solver.lambda());
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      const auto [value, second] = known(solver.sides()[axis], at[axis]);
      whole *= value;
      sum += second / value;
    }
    u.values[i] = whole;
    f.values[i] = sum * whole;
  });
  const Value mean = solver.any_mean() ? solver.mean(u) : Value(0);
  const Grid found = solver.solve(std::vector<Grid>(static_cast<std::size_t>(solver.plan().fields), f), false).back();
  Real error = 0;
  for (std::size_t i = 0; i < u.values.size(); ++i)
    error = std::max(error, std::abs(found.values[i] - (u.values[i] - mean)));
  return error;
}

Problem real_plan(std::size_t ndims) { return fourier(std::vector<std::int64_t>(ndims, 1), true); }

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

TEST(Poisson, SolvesWithUnboundedAxes) {
  const std::uint64_t first = from_environment("CARTWRIGHT_SEED", 0);
  const std::uint64_t count = (from_environment("CARTWRIGHT_FFT_PROBLEMS", 30) + 2) / 3;
  const QuietComm world;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    auto [sides, plan] = random_box(random, size_of(world));
    sides.resize(any<std::size_t>(random, 2, 3), {"PP", false, 6, 2});
    for (Side& side : sides) side.n = any<std::int64_t>(random, 24, 26);  // which resolve the functions
    const std::size_t one = any<std::size_t>(random, 0, sides.size() - 1);
    for (std::size_t axis = 0; axis < sides.size(); ++axis)
      if (axis == one || any(random, 0, 1) == 1)
        sides[axis] = {"UU", any(random, 0, 1) == 1, any<std::int64_t>(random, 46, 49), any(random, 10, 20) / 10.0};
    plan.kinds.assign(sides.size(), CW_FFT_NONE);
    if (plan.grid.size() >= sides.size()) plan.grid.clear();
    if (!plan.physical_boxes.empty()) plan.physical_boxes = random_boxes(random, sizes_of(sides), size_of(world));
    const Solver solver(world, sides, plan, any_of<double>(random, {0, 0.3, 40}), CW_POISSON_SPECTRAL);
    SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed) + ": " + solver.text());
    if (solver.status() == CW_UNSUPPORTED && plan.method == "shared") continue;
    EXPECT_LE(error_of_known(solver), plan.precision == CW_FFT_FLOAT ? 1e-3 : 2e-9);
  }
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

TEST(Poisson, HasThePotentialOfACharge) {
  const QuietComm world;
  for (std::size_t dims = 1; dims <= 3; ++dims) {
    // Not at a point, and closer to some sides.
    const Real center[] = {0.97L, 1.02L, 0.94L}, width = 0.1L;
    std::vector<Side> sides(dims, {"UU", dims == 2, 48, 2});
    sides.resize(std::max<std::size_t>(2, dims), {"PP", false, 1, 1});
    const Solver solver(world, sides, real_plan(sides.size()), 0, CW_POISSON_SPECTRAL);
    ASSERT_EQ(solver.status(), CW_OK) << cw_last_error();
    Grid f{solver.plan().n, std::vector<Value>(static_cast<std::size_t>(product(solver.plan().n)))};
    Grid u = f;
    solver.for_points([&](std::size_t i, const std::vector<std::int64_t>& at) {
      Real square = 0;
      for (std::size_t axis = 0; axis < dims; ++axis) square += std::pow(sides[axis].point(at[axis]) - center[axis], 2);
      f.values[i] = std::exp(-square / (2 * width * width)) / std::pow(2 * pi * width * width, dims / 2.0L);
      u.values[i] = solution_of_charge(dims, width, square);
    });
    EXPECT_LE(difference(solver.solve({f}, true).front(), u), 1e-10) << dims;
  }
}

}  // namespace
}  // namespace fft_test
