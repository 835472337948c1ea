// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_oracle.hpp"

#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace fft_test {
namespace {

constexpr Real pi = std::numbers::pi_v<Real>;

struct Matrix {
  Matrix(std::int64_t r, std::int64_t c) : rows(r), columns(c), entries(static_cast<std::size_t>(r * c)) {}
  Value& at(std::int64_t row, std::int64_t column) { return entries[static_cast<std::size_t>(row * columns + column)]; }
  std::int64_t rows;
  std::int64_t columns;
  std::vector<Value> entries;
};

Grid times(const Matrix& matrix, const Grid& from, std::size_t axis) {
  Grid to{from.sizes, {}};
  to.sizes[axis] = matrix.rows;
  to.values.resize(static_cast<std::size_t>(product(to.sizes)));
  std::int64_t inner = 1;
  for (std::size_t i = axis + 1; i < from.sizes.size(); ++i) inner *= from.sizes[i];
  const std::int64_t outer = product(from.sizes) / inner / matrix.columns;
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t row = 0; row < matrix.rows; ++row)
      for (std::int64_t column = 0; column < matrix.columns; ++column) {
        const Value a = matrix.entries[static_cast<std::size_t>(row * matrix.columns + column)];
        const Value* x = &from.values[static_cast<std::size_t>((o * matrix.columns + column) * inner)];
        Value* y = &to.values[static_cast<std::size_t>((o * matrix.rows + row) * inner)];
        // Written out, because the operator checks for NaN, which takes most of its time.
        for (std::int64_t i = 0; i < inner; ++i)
          y[i] +=
              Value(a.real() * x[i].real() - a.imag() * x[i].imag(), a.real() * x[i].imag() + a.imag() * x[i].real());
      }
  return to;
}

/// The coefficient of a padded axis at the position of coefficient k; none if k means both n/2 and -n/2.
std::optional<std::int64_t> position_of(const Axis& axis, std::int64_t k) {
  if (axis.kind != CW_FFT_FOURIER || axis.n == axis.m || 2 * k < axis.n) return k;
  if (2 * k > axis.n) return axis.m - (axis.n - k);
  return std::nullopt;
}

Matrix forward_matrix(const Axis& axis) {
  Matrix matrix(axis.coefficients(), axis.m);
  for (std::int64_t k = 0; k < matrix.rows; ++k)
    for (std::int64_t j = 0; j < axis.m; ++j) {
      const std::optional<std::int64_t> there = position_of(axis, k);
      matrix.at(k, j) = there ? coefficient(axis.kind, axis.m, *there, j) : 2 * cos_pi(2 * k * j, axis.m);
    }
  return matrix;
}

Matrix backward_matrix(const Axis& axis) {
  Matrix matrix(axis.m, axis.coefficients());
  for (std::int64_t j = 0; j < axis.m; ++j)
    for (std::int64_t k = 0; k < matrix.columns; ++k) {
      const std::optional<std::int64_t> there = position_of(axis, k);
      Value& entry = matrix.at(j, k);
      if (!there)
        entry = cos_pi(2 * k * j, axis.m);
      else if (axis.kind == CW_FFT_FOURIER)
        entry = std::conj(coefficient(axis.kind, axis.m, *there, j));
      else
        entry = coefficient(inverse(axis.kind), axis.m, j, *there);
      // The omitted part of a halved axis is the conjugate of the other part.
      if (axis.halved && k > 0 && 2 * k < axis.n) entry *= 2;
    }
  return matrix;
}

Value halfcomplex(std::int64_t n, std::int64_t k, std::int64_t j) {
  return 2 * k <= n ? cos_pi(2 * j * k, n) : -sin_pi(2 * j * (n - k), n);
}

}  // namespace

std::int64_t product(const std::vector<std::int64_t>& sizes) {
  std::int64_t all = 1;
  for (const std::int64_t size : sizes) all *= size;
  return all;
}

Real cos_pi(std::int64_t a, std::int64_t b) {
  a = std::abs(a) % (2 * b);
  if (a > b) a = 2 * b - a;
  if (2 * a > b) return -cos_pi(b - a, b);
  if (2 * a == b) return 0;
  if (4 * a > b) return std::sin(pi * static_cast<Real>(b - 2 * a) / static_cast<Real>(2 * b));
  return std::cos(pi * static_cast<Real>(a) / static_cast<Real>(b));
}

Real sin_pi(std::int64_t a, std::int64_t b) { return cos_pi(b - 2 * a, 2 * b); }

std::int64_t Axis::logical() const {
  switch (kind) {
    case CW_FFT_NONE: return 1;
    case CW_FFT_REDFT00: return 2 * (m - 1);
    case CW_FFT_RODFT00: return 2 * (m + 1);
    case CW_FFT_FOURIER:
    case CW_FFT_R2HC:
    case CW_FFT_HC2R:
    case CW_FFT_DHT: return m;
    default: return 2 * m;
  }
}

cw_fft_kind inverse(cw_fft_kind kind) {
  switch (kind) {
    case CW_FFT_REDFT01: return CW_FFT_REDFT10;
    case CW_FFT_REDFT10: return CW_FFT_REDFT01;
    case CW_FFT_RODFT01: return CW_FFT_RODFT10;
    case CW_FFT_RODFT10: return CW_FFT_RODFT01;
    case CW_FFT_R2HC: return CW_FFT_HC2R;
    case CW_FFT_HC2R: return CW_FFT_R2HC;
    default: return kind;
  }
}

Value coefficient(cw_fft_kind kind, std::int64_t n, std::int64_t k, std::int64_t j) {
  switch (kind) {
    case CW_FFT_FOURIER: return {cos_pi(2 * j * k, n), -sin_pi(2 * j * k, n)};
    case CW_FFT_NONE: return j == k ? 1 : 0;
    case CW_FFT_REDFT00: return (j == 0 || j == n - 1 ? 1 : 2) * cos_pi(j * k, n - 1);
    case CW_FFT_REDFT01: return (j == 0 ? 1 : 2) * cos_pi(j * (2 * k + 1), 2 * n);
    case CW_FFT_REDFT10: return 2 * cos_pi((2 * j + 1) * k, 2 * n);
    case CW_FFT_REDFT11: return 2 * cos_pi((2 * j + 1) * (2 * k + 1), 4 * n);
    case CW_FFT_RODFT00: return 2 * sin_pi((j + 1) * (k + 1), n + 1);
    case CW_FFT_RODFT01: return (j == n - 1 ? 1 : 2) * sin_pi((j + 1) * (2 * k + 1), 2 * n);
    case CW_FFT_RODFT10: return 2 * sin_pi((2 * j + 1) * (k + 1), 2 * n);
    case CW_FFT_RODFT11: return 2 * sin_pi((2 * j + 1) * (2 * k + 1), 4 * n);
    case CW_FFT_R2HC: return halfcomplex(n, k, j);
    case CW_FFT_HC2R: return (j == 0 || 2 * j == n ? Real(1) : Real(2)) * halfcomplex(n, j, k);
    case CW_FFT_DHT: return cos_pi(2 * j * k, n) + sin_pi(2 * j * k, n);
  }
  throw std::invalid_argument("kind");
}

Grid forward(const std::vector<Axis>& axes, const Grid& physical) {
  Grid grid = physical;
  for (std::size_t i = 0; i < axes.size(); ++i) grid = times(forward_matrix(axes[i]), grid, i);
  return grid;
}

Grid backward(const std::vector<Axis>& axes, const Grid& spectral) {
  Grid grid = spectral;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (!axes[i].halved) grid = times(backward_matrix(axes[i]), grid, i);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i].halved) continue;
    grid = times(backward_matrix(axes[i]), grid, i);
    for (Value& value : grid.values) value.imag(0);
  }
  return grid;
}

}  // namespace fft_test
