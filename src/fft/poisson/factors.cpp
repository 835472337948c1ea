// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/poisson/factors.hpp"

#include "base/error.hpp"
#include "cartwright/fft_array.hpp"
#include "fft/create.hpp"
#include "fft/poisson/free_space.hpp"
#include "fft/row_values.hpp"
#include "fft/wave_numbers.hpp"
#include "mpi/base/collectively.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <span>

namespace cartwright::fft::poisson {

namespace {

/// Whether one number of each list, none of them negative, add up to `sum` within `tolerance`. The lists are sorted.
bool adds_up(std::span<const std::vector<double>> lists, double sum, double tolerance) {
  const std::vector<double>& first = lists.front();
  if (lists.size() == 1) {
    const auto found = std::lower_bound(first.begin(), first.end(), sum - tolerance);
    return found != first.end() && *found <= sum + tolerance;
  }
  const auto end = std::upper_bound(first.begin(), first.end(), sum + tolerance);
  return std::any_of(first.begin(), end,
                     [&](double number) { return adds_up(lists.subspan(1), sum - number, tolerance); });
}

cw_fft_array array_of(const cw_fft_plan* plan, cw_fft_space space) {
  cw_fft_array array = CW_FFT_ARRAY_INIT;
  throw_unless_ok(cw_fft_plan_array(plan, space, -1, &array));
  return array;
}

/// The time that divides the solution in free space. The near part is 0, up to exp(-38), at the distance of the images
/// that the transform makes, and so is the smooth part at the wave numbers that the grid does not have. With fewer
/// than 24 points along an axis both are equally far from it.
double dividing_time(const Equation& equation) {
  constexpr double pi = std::numbers::pi, enough = 38;
  double spacing = 0, reach = std::numeric_limits<double>::max();
  for (const Axis& axis : equation.axes) {
    if (!axis.unbounded()) continue;
    spacing = std::max(spacing, axis.spacing);
    reach = std::min(reach, axis.spacing * static_cast<double>(axis.reach()));
  }
  return spacing * spacing * std::min(enough, pi * reach / (2 * spacing)) / (pi * pi);
}

struct FreePlan {
  void operator()(cw_fft_plan* plan) const { cw_fft_plan_free(plan); }
};
using OwnPlan = std::unique_ptr<cw_fft_plan, FreePlan>;

/// A plan that transforms the unbounded axes alone, with all points, and whose spectral array is that of `plan`. The
/// potential of a point is even: beside a wall half a period of it is transformed, and coefficients that the functions
/// of that axis do not have are cut off.
OwnPlan plan_of_unbounded(MPI_Comm comm, const Equation& equation, const Problem& problem,
                          const cw_fft_options& options, const cw_fft_plan* plan) {
  std::vector<std::int64_t> n, physical, first;
  std::vector<cw_fft_kind> kinds;
  for (std::size_t i = 0; i < equation.axes.size(); ++i) {
    const Axis& axis = equation.axes[i];
    n.push_back(axis.unbounded() ? axis.points() : problem.axes[i].spectral);
    physical.push_back(axis.mirrored() ? axis.period() / 2 + 1 : n.back());
    first.push_back(axis.mirrored() && axis.odd() ? 1 : 0);
    kinds.push_back(axis.mirrored() ? CW_FFT_REDFT00 : axis.unbounded() ? CW_FFT_FOURIER : CW_FFT_NONE);
  }
  cw_fft_options mine = CW_FFT_OPTIONS_INIT;
  mine.kinds = kinds.data();
  mine.physical = physical.data();
  mine.real = problem.halved >= 0 && equation.axes[static_cast<std::size_t>(problem.halved)].unbounded();
  mine.transposed = 1;
  mine.method = options.method;
  mine.timeout = options.timeout;
  cw_fft_plan* made = nullptr;
  throw_unless_ok(create_plan(comm, n.size(), n.data(), &mine, {.first = first.data(), .like = plan}, &made));
  return OwnPlan(made);
}

}  // namespace

void throw_unless_ok(cw_status status) {
  if (status != CW_OK) throw base::Error(static_cast<base::Status>(status), cw_last_error());
}

Factors::Factors(const Equation& equation, const Problem& problem) : lambda_(equation.lambda) {
  for (std::size_t i = 0; i < equation.axes.size(); ++i) {
    const double h = equation.axes[i].spacing;
    std::vector<double> squares = wave_numbers(problem.axes[i]);
    for (double& k : squares) {
      if (equation.laplacian == CW_POISSON_SECOND_ORDER) k = 2 / h * std::sin(k * h / 2);
      k *= k;
    }
    squares_.push_back(std::move(squares));
  }
  if (equation.unbounded() > 0) kind_ = Kind::unbounded;
  if (equation.has_faces()) {
    kind_ = Kind::tridiagonal;
    rows_ = Tridiagonal(equation.axes.front());
  }
  if (lambda_ < 0 && singular())
    base::fail(base::Status::invalid_argument,
               "lambda is {}, and the Laplacian of a wave of this grid is {} times it: then there is no unique "
               "solution; change lambda or lengths",
               lambda_, lambda_);
}

bool Factors::singular() const {
  std::vector<std::vector<double>> sorted = squares_;
  for (std::vector<double>& list : sorted) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return adds_up(sorted, -lambda_, -lambda_ * 64 * std::numeric_limits<double>::epsilon());
}

void Factors::find_unbounded(MPI_Comm comm, const Equation& equation, const Problem& problem,
                             const cw_fft_options& options, const cw_fft_plan* plan) {
  const FreeSpace free_space(equation.unbounded(), dividing_time(equation));
  const OwnPlan helper = plan_of_unbounded(comm, equation, problem, options, plan);
  const cw_fft_array points = array_of(helper.get(), CW_FFT_PHYSICAL);
  const cw_fft_array waves = array_of(helper.get(), CW_FFT_SPECTRAL);
  const std::size_t reals = points.complex_data != 0 ? 2 : 1;
  std::vector<double> smooth, coefficients;
  mpi::collectively(comm, [&] {
    const cw_fft_array wanted = array_of(plan, CW_FFT_SPECTRAL);
    if (!std::equal(waves.start, waves.start + waves.ndims, wanted.start) || waves.elements != wanted.elements)
      base::fail(base::Status::internal, "the factors of unbounded axes are not those of the plan");
    smooth.resize(static_cast<std::size_t>(points.elements) * reals);
    coefficients.resize(static_cast<std::size_t>(waves.elements) * 2);
    of_elements_.resize(static_cast<std::size_t>(waves.elements));
    cw::fft::Array(points, 1).for_each([&](const std::vector<std::int64_t>& index, std::size_t at) {
      double square = lambda_, distance = 0;
      for (std::size_t i = 0; i < index.size(); ++i) {
        const Axis& axis = equation.axes[i];
        if (axis.unbounded()) {
          const double x = axis.spacing * static_cast<double>(std::min(index[i], axis.period() - index[i]));
          distance += x * x;
        } else {
          square += squares_[i][static_cast<std::size_t>(index[i])];
        }
      }
      smooth[at * reals] = free_space.smooth(square, std::sqrt(distance));
    });
  });
  throw_unless_ok(cw_fft_forward(helper.get(), smooth.data(), coefficients.data()));
  double volume = 1;
  for (const Axis& axis : equation.axes)
    if (axis.unbounded()) volume *= axis.spacing;
  cw::fft::Array(waves, 1).for_each([&](const std::vector<std::int64_t>& index, std::size_t at) {
    double square = lambda_;
    for (std::size_t i = 0; i < index.size(); ++i) square += squares_[i][static_cast<std::size_t>(index[i])];
    of_elements_[at] = -free_space.near_coefficient(square) - volume * coefficients[2 * at];
  });
}

void Factors::find_rows(MPI_Comm comm, const cw_fft_plan* plan) {
  mpi::collectively(comm, [&] {
    const cw_fft_array waves = array_of(plan, CW_FFT_SPECTRAL);
    of_elements_.resize(static_cast<std::size_t>(waves.elements * rows_.numbers()));
    cw::fft::Array(waves, 1).for_each([&](const std::vector<std::int64_t>& index, std::size_t at) {
      if (index[0] > 0) return;
      double others = lambda_;
      for (std::size_t i = 1; i < index.size(); ++i) others += squares_[i][static_cast<std::size_t>(index[i])];
      rows_.eliminate(others, of_elements_.data() + at * static_cast<std::size_t>(rows_.numbers()));
    });
  });
}

void Factors::find(MPI_Comm comm, const Equation& equation, const Problem& problem, const cw_fft_options& options,
                   const cw_fft_plan* plan) {
  if (kind_ == Kind::unbounded) find_unbounded(comm, equation, problem, options, plan);
  if (kind_ == Kind::tridiagonal) find_rows(comm, plan);
}

void Factors::apply(const cw_fft_row* row, void* data) {
  const Factors& factors = *static_cast<const Factors*>(data);
  if (factors.kind_ == Kind::tridiagonal)
    return factors.rows_.solve(*row, factors.of_elements_.data() + row->offset * factors.rows_.numbers());
  if (factors.kind_ == Kind::unbounded)
    return fft::multiply(
        *row, [&](std::int64_t i) { return factors.of_elements_[static_cast<std::size_t>(row->offset + i)]; });
  double others = factors.lambda_;
  for (std::size_t axis = 0; axis < row->ndims; ++axis)
    if (axis != row->axis) others += factors.squares_[axis][static_cast<std::size_t>(row->start[axis])];
  const double* const along = factors.squares_[row->axis].data() + row->start[row->axis];
  // It is 0 where lambda is 0 and the wave is a constant.
  fft::multiply(*row, [&](std::int64_t i) { return others + along[i] != 0 ? -1 / (others + along[i]) : 0; });
}

}  // namespace cartwright::fft::poisson
