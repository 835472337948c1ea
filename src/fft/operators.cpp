// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/operators.hpp"

#include "base/error.hpp"
#include "fft/row_values.hpp"

#include <cmath>
#include <complex>

namespace {

using cartwright::fft::by_precision;

/// Multiplies each coefficient of a row by factor(k^2).
template <typename Factor>
void multiply_by_square(const cw_fft_row& row, Factor factor) {
  double others = 0;
  for (std::size_t axis = 0; axis < row.ndims; ++axis)
    if (axis != row.axis) others += row.k[axis][0] * row.k[axis][0];
  const double* const k = row.k[row.axis];
  cartwright::fft::multiply(row, [&](std::int64_t i) { return factor(others + k[i] * k[i]); });
}

}  // namespace

void cw_fft_laplacian(const cw_fft_row* row, void*) {
  multiply_by_square(*row, [](double square) { return -square; });
}

void cw_fft_inverse_laplacian(const cw_fft_row* row, void*) {
  multiply_by_square(*row, [](double square) { return square > 0 ? -1 / square : 0; });
}

void cw_fft_gaussian(const cw_fft_row* row, void* data) {
  multiply_by_square(*row, [s = *static_cast<const double*>(data)](double square) { return std::exp(-s * square); });
}

void cw_fft_derivative(const cw_fft_row* row, void* data) {
  const auto axis = static_cast<std::size_t>(*static_cast<const int*>(data));
  const bool along = axis == row->axis;
  by_precision(*row, [&]<typename Real>(Real*) {
    auto* const values = static_cast<std::complex<Real>*>(row->values);
    for (std::int64_t i = 0; i < row->count; ++i) {
      const bool unpaired = 2 * (row->start[axis] + (along ? i : 0)) == row->n[axis];
      const auto k = unpaired ? Real{0} : static_cast<Real>(row->k[axis][along ? i : 0]);
      values[i] = {-k * values[i].imag(), k * values[i].real()};
    }
  });
}

void cw_fft_factors(const cw_fft_row* row, void* data) {
  by_precision(*row, [&]<typename Real>(Real*) {
    const auto each = [&](auto* values, const auto* factors) {
      for (std::int64_t i = 0; i < row->count; ++i) values[i] *= factors[row->offset + i];
    };
    if (row->complex_data != 0)
      each(static_cast<std::complex<Real>*>(row->values), static_cast<const std::complex<Real>*>(data));
    else
      each(static_cast<Real*>(row->values), static_cast<const Real*>(data));
  });
}

namespace cartwright::fft {

void check_operator(const Operator& given, const Problem& problem, bool transposed, bool holds) {
  using base::Status;
  if (given.function == nullptr) base::fail(Status::invalid_argument, "function is NULL: give an operator");
  const bool needs_data = given.function == cw_fft_gaussian || given.function == cw_fft_derivative ||
                          (given.function == cw_fft_factors && holds);
  if (needs_data && given.data == nullptr)
    base::fail(Status::invalid_argument, "data is NULL: this operator needs the address of its parameter");
  if (given.function == cw_fft_derivative) {
    const int axis = *static_cast<const int*>(given.data);
    const auto ndims = static_cast<int>(problem.ndims());
    if (axis < 0 || axis >= ndims)
      base::fail(Status::invalid_argument, "a derivative along axis {}: give an axis from 0 to {}", axis, ndims - 1);
    if (const cw_fft_kind kind = problem.axes[axis].kind; kind != CW_FFT_FOURIER)
      base::fail(Status::unsupported,
                 "a derivative along axis {} of kind {}, which has other functions: give a Fourier axis", axis,
                 kind_name(kind));
  }
  if (given.function == cw_fft_factors && !transposed)
    base::fail(Status::unsupported,
               "factors are in transposed order, and the spectral array of this plan is not: make the plan with "
               "transposed, and without spectral_box");
}

}  // namespace cartwright::fft
