// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/poisson/factors.hpp"

#include "base/error.hpp"
#include "fft/row_values.hpp"
#include "fft/wave_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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

}  // namespace

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

void Factors::multiply(const cw_fft_row* row, void* data) {
  const Factors& factors = *static_cast<const Factors*>(data);
  double others = factors.lambda_;
  for (std::size_t axis = 0; axis < row->ndims; ++axis)
    if (axis != row->axis) others += factors.squares_[axis][static_cast<std::size_t>(row->start[axis])];
  const double* const along = factors.squares_[row->axis].data() + row->start[row->axis];
  // It is 0 where lambda is 0 and the wave is a constant.
  fft::multiply(*row, [&](std::int64_t i) { return others + along[i] != 0 ? -1 / (others + along[i]) : 0; });
}

}  // namespace cartwright::fft::poisson
