// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/poisson/tridiagonal.hpp"

#include "fft/row_values.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace cartwright::fft::poisson {

namespace {

/// Removes the mean, weighted by the widths.
template <typename Number, typename Value>
void remove_mean(Value* values, const std::vector<double>& widths) {
  Number sum = 0;
  double whole = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    sum += static_cast<Number>(values[i]) * static_cast<Number>(widths[i]);
    whole += widths[i];
  }
  const Number mean = sum / static_cast<Number>(whole);
  for (std::size_t i = 0; i < widths.size(); ++i) values[i] = static_cast<Value>(static_cast<Number>(values[i]) - mean);
}

}  // namespace

Tridiagonal::Tridiagonal(const Axis& axis) : periodic_(axis.lower == 'P') {
  const std::vector<double>& faces = axis.faces;
  const std::size_t n = faces.size() - 1;
  for (std::size_t i = 0; i < n; ++i) widths_.push_back(faces[i + 1] - faces[i]);
  links_.push_back(axis.lower == 'D' ? 2 / widths_.front() : 0);
  for (std::size_t i = 1; i < n; ++i) links_.push_back(2 / (widths_[i - 1] + widths_[i]));
  links_.push_back(axis.upper == 'D' ? 2 / widths_.back() : 0);
}

void Tridiagonal::eliminate(double s, double* numbers) const {
  // A pivot is its diagonal entry less link^2 / (the pivot before). Without the link to the next cell it is a sum of
  // terms that are not negative: then nothing cancels, however small s is.
  const std::size_t n = widths_.size();
  double rest = links_.front();
  for (std::size_t i = 0; i < n; ++i) {
    rest += s * widths_[i];
    const double pivot = rest + links_[i + 1];
    numbers[i] = pivot > 0 ? 1 / pivot : 0;
    rest *= links_[i + 1] * numbers[i];
  }
  if (!periodic_) return;
  // The response to the link's flux of 1 from the last cell to the first.
  double* const corrections = numbers + n;
  const double link = 2 / (widths_.front() + widths_.back());
  substitute<double>(corrections, numbers, [&](std::size_t i) { return (i == 0 ? 1. : 0.) - (i + 1 == n ? 1. : 0.); });
  const double factor = link / (1 + link * (corrections[0] - corrections[n - 1]));
  for (std::size_t i = 0; i < n; ++i) corrections[i] *= factor;
}

/// Solves the equations without the link from the last cell to the first. right(i) is -f times the width of cell i.
template <typename Number, typename Value, typename Right>
void Tridiagonal::substitute(Value* values, const double* inverses, Right right) const {
  using Real = decltype(std::real(Number()));
  Number known = 0;
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    known = (static_cast<Real>(links_[i]) * known + right(i)) * static_cast<Real>(inverses[i]);
    values[i] = static_cast<Value>(known);
  }
  for (std::size_t i = widths_.size() - 1; i-- > 0;) {
    known = static_cast<Number>(values[i]) + static_cast<Real>(links_[i + 1] * inverses[i]) * known;
    values[i] = static_cast<Value>(known);
  }
}

template <typename Number, typename Value>
void Tridiagonal::solve(Value* values, const double* numbers) const {
  using Real = decltype(std::real(Number()));
  const std::size_t n = widths_.size();
  const bool any_mean = numbers[n - 1] == 0;
  if (any_mean) remove_mean<Number>(values, widths_);
  substitute<Number>(values, numbers,
                     [&](std::size_t i) { return static_cast<Real>(-widths_[i]) * static_cast<Number>(values[i]); });
  if (periodic_) {
    const Number jump = static_cast<Number>(values[0]) - static_cast<Number>(values[n - 1]);
    for (std::size_t i = 0; i < n; ++i)
      values[i] = static_cast<Value>(static_cast<Number>(values[i]) - static_cast<Real>(numbers[n + i]) * jump);
  }
  if (any_mean) remove_mean<Number>(values, widths_);
}

void Tridiagonal::solve(const cw_fft_row& row, const double* numbers) const {
  by_precision(row, [&]<typename Real>(Real*) {
    // Floats would lose digits in the sums along the axis.
    using Wide = std::conditional_t<std::is_same_v<Real, float>, double, Real>;
    if (row.complex_data != 0)
      solve<std::complex<Wide>>(static_cast<std::complex<Real>*>(row.values), numbers);
    else
      solve<Wide>(static_cast<Real*>(row.values), numbers);
  });
}

}  // namespace cartwright::fft::poisson
