// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_poisson_solver.hpp"

#include "fixture.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

namespace fft_test {

Solver::Solver(MPI_Comm comm, std::vector<Side> sides, Problem plan, double lambda, cw_poisson_laplacian laplacian)
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
  options.faces = sides_[0].faces.empty() ? nullptr : sides_[0].faces.data();
  options.lambda = lambda;
  options.laplacian = laplacian;
  options.complex_data = !plan_.real;
  options.fft = &fft;
  status_ = cw_poisson_create(comm, plan_.n.size(), plan_.n.data(), &options, &solver_);
}

std::string Solver::text() const {
  std::ostringstream out;
  for (const Side& side : sides_)
    out << side.boundaries << (side.faces.empty() ? "" : " unequal") << (side.nodes ? " nodes " : " cells ") << side.n
        << " of " << side.length << "; ";
  out << "lambda " << lambda_ << (laplacian_ == CW_POISSON_SPECTRAL ? ", spectral; " : ", second order; ");
  return out.str() + plan_.text();
}

std::vector<Grid> Solver::solve(const std::vector<Grid>& f, bool in_place) const {
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
  std::vector<Grid> u(f.size(), zeros());
  for_fields([&](std::size_t field, std::size_t whole, std::int64_t here) {
    u[field].values[whole] = read(result, plan_.precision, !plan_.real, here);
  });
  for (Grid& grid : u)
    MPI_Allreduce(MPI_IN_PLACE, grid.values.data(), static_cast<int>(2 * grid.values.size()), MPI_LONG_DOUBLE, MPI_SUM,
                  comm_);
  return u;
}

void Solver::for_points(const std::function<void(std::size_t, const std::vector<std::int64_t>&)>& visit) const {
  std::vector<std::int64_t> at(sides_.size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(product(plan_.n)); ++i) {
    visit(i, at);
    for (std::size_t axis = at.size(); axis-- > 0;) {
      if (++at[axis] < sides_[axis].n) break;
      at[axis] = 0;
    }
  }
}

Value Solver::mean(const Grid& grid) const {
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

Real Solver::deviation(const Grid& f, const Grid& u) const {
  Grid left{u.sizes, std::vector<Value>(u.values.size())};
  Real norm = std::abs(lambda_);
  for (std::size_t axis = 0; axis < sides_.size(); ++axis) {
    const Side& side = sides_[axis];
    const Matrix matrix = !side.faces.empty()                 ? finite_volumes(side)
                          : laplacian_ == CW_POISSON_SPECTRAL ? spectral(side)
                                                              : second_order(side);
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
    error =
        std::max(error, std::abs(left.values[i] - static_cast<Real>(lambda_) * u.values[i] - (f.values[i] - ignored)));
    terms = std::max(terms, norm * std::abs(u.values[i]) + std::abs(f.values[i]));
  }
  return error / terms;
}

Problem real_plan(std::size_t ndims) { return fourier(std::vector<std::int64_t>(ndims, 1), true); }

std::vector<std::int64_t> sizes_of(const std::vector<Side>& sides) {
  std::vector<std::int64_t> sizes;
  for (const Side& side : sides) sizes.push_back(side.n);
  return sizes;
}

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

void expect_solution(const Solver& solver, Random& random, std::uint64_t seed) {
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
    if (!solver.sides()[axis].faces.empty()) continue;
    double first = 0, spacing = 0;
    ASSERT_EQ(cw_poisson_points(solver, axis, &first, &spacing), CW_OK) << cw_last_error();
    EXPECT_NEAR(first, static_cast<double>(solver.sides()[axis].point(0)), 1e-14);
    EXPECT_NEAR(spacing, static_cast<double>(solver.sides()[axis].spacing()), 1e-14);
  }
}

Real error_of_known(const Solver& solver) {
  EXPECT_EQ(solver.status(), CW_OK) << cw_last_error();
  if (solver.status() != CW_OK) return 1;
  Grid u = solver.zeros(), f = u;
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

}  // namespace fft_test
