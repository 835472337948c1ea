// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft.h"

#include <complex>
#include <cstdint>
#include <vector>

/// The transforms by their definition, in long double and without FFTW: an axis is multiplied by a matrix.
namespace fft_test {

using Real = long double;
using Value = std::complex<Real>;

/// A whole array, row-major.
struct Grid {
  std::vector<std::int64_t> sizes;
  std::vector<Value> values;
};

std::int64_t product(const std::vector<std::int64_t>& sizes);

/// The transform along an axis: n coefficients of m >= n values.
struct Axis {
  cw_fft_kind kind = CW_FFT_FOURIER;
  std::int64_t n = 1;
  std::int64_t m = 1;
  bool halved = false;  ///< the last Fourier axis of real data
  std::int64_t coefficients() const { return halved ? n / 2 + 1 : n; }
  /// The logical size, by which the round trip multiplies; 1 for an axis without transform.
  std::int64_t logical() const;
};

/// cos(pi a / b) and sin(pi a / b), the angle reduced exactly.
Real cos_pi(std::int64_t a, std::int64_t b);
Real sin_pi(std::int64_t a, std::int64_t b);

cw_fft_kind inverse(cw_fft_kind kind);
/// FFTW's definition: the factor of value j of n in coefficient k.
Value coefficient(cw_fft_kind kind, std::int64_t n, std::int64_t k, std::int64_t j);

/// Not normalized. The axes are those of the whole array; at most one is halved.
Grid forward(const std::vector<Axis>& axes, const Grid& physical);
Grid backward(const std::vector<Axis>& axes, const Grid& spectral);

}  // namespace fft_test
