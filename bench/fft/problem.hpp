// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cartwright/fft.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace cartwright::bench {

/// The transform that every contender runs, forward and backward, out of place, and unscaled.
struct Problem {
  std::vector<std::int64_t> n;
  bool real = false;
  cw_fft_precision precision = CW_FFT_DOUBLE;
  std::int64_t fields = 1;
  cw_fft_effort effort = CW_FFT_MEASURE;
  std::string wisdom;  ///< folder where contenders keep the wisdom of FFTW; empty: nowhere

  double points() const { return std::accumulate(n.begin(), n.end(), 1.0, std::multiplies<>()); }
  /// Operations of one forward and one backward transform: by convention 5 N log2 N each, and half of that for real
  /// data.
  double flops() const { return static_cast<double>(fields) * 2 * (real ? 2.5 : 5.0) * points() * std::log2(points()); }
  /// Sizes of the spectral array as stored: half of it for real data.
  std::vector<std::int64_t> stored() const {
    std::vector<std::int64_t> sizes = n;
    if (real) sizes.back() = sizes.back() / 2 + 1;
    return sizes;
  }
  std::size_t real_bytes() const {
    return precision == CW_FFT_FLOAT    ? sizeof(float)
           : precision == CW_FFT_DOUBLE ? sizeof(double)
                                        : sizeof(long double);
  }
};

/// Calls `use` with a value of the type of numbers in this precision.
template <typename Use>
auto with_precision(cw_fft_precision precision, const Use& use) {
  switch (precision) {
    case CW_FFT_FLOAT: return use(0.0F);
    case CW_FFT_LONG_DOUBLE: return use(0.0L);
    default: return use(0.0);
  }
}

}  // namespace cartwright::bench
