// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "contender.hpp"

#include <array>
#include <complex>
#include <limits>
#include <numbers>

namespace cartwright::bench {

// The input of contenders, and the error of their results. All functions are local, and work on the part of the fields
// that this process holds according to `array`.

using Index = std::array<std::int64_t, CW_FFT_MAX_DIMS>;

/// Calls visit(field, index, offset) for each row along the last axis that the process holds, with the global index of
/// its first element, and the offset of that element in memory, in elements.
template <typename Visit>
void for_rows(const Problem& problem, const cw_fft_array& array, const Visit& visit) {
  if (array.elements == 0) return;
  const std::size_t last = array.ndims - 1;
  for (std::int64_t field = 0; field < problem.fields; ++field) {
    Index local = {};
    while (true) {
      Index index = {};
      std::int64_t offset = field * array.field_stride;
      for (std::size_t axis = 0; axis < array.ndims; ++axis) {
        index[axis] = array.start[axis] + local[axis];
        offset += local[axis] * array.stride[axis];
      }
      visit(field, index, offset);
      std::size_t axis = last;
      while (axis-- > 0) {
        if (++local[axis] < array.count[axis]) break;
        local[axis] = 0;
      }
      if (axis > last) break;  // wrapped around: all rows are done
    }
  }
}

/// Number `index` of a random sequence, in [-0.5, 0.5).
inline double noise(std::uint64_t index) { return base::Random(index * base::golden_ratio).unit() - 0.5; }

/// The index of the first element of a row among all elements of all fields.
inline std::uint64_t number_of(const cw_fft_array& array, std::int64_t field, const Index& index) {
  std::int64_t number = field;
  for (std::size_t axis = 0; axis < array.ndims; ++axis) number = number * array.global[axis] + index[axis];
  return static_cast<std::uint64_t>(number);
}

/// Calls use(number, noise) for all real numbers, including both parts of complex elements.
template <typename Real, typename Use>
void with_noise(const Problem& problem, const cw_fft_array& array, Real* values, const Use& use) {
  const std::size_t last = array.ndims - 1;
  const std::int64_t parts = array.complex_data ? 2 : 1;
  for_rows(problem, array, [&](std::int64_t field, const Index& index, std::int64_t offset) {
    const std::uint64_t first = number_of(array, field, index) * static_cast<std::uint64_t>(parts);
    for (std::int64_t i = 0; i < array.count[last]; ++i)
      for (std::int64_t part = 0; part < parts; ++part)
        use(values[(offset + i * array.stride[last]) * parts + part],
            noise(first + static_cast<std::uint64_t>(i * parts + part)));
  });
}

/// The larger error, where NaN counts as infinite.
template <typename Real>
void keep_worst(Real& worst, Real error) {
  if (!(error <= worst)) worst = std::isnan(error) ? std::numeric_limits<Real>::infinity() : error;
}

/// The wave goes i + 1 times around axis i.
inline std::int64_t wave_number(const Problem& problem, std::size_t axis) {
  return (static_cast<std::int64_t>(axis) + 1) % problem.n[axis];
}

/// The factors of the wave along each axis; the wave is their product.
inline std::vector<std::vector<std::complex<long double>>> wave_factors(const Problem& problem) {
  std::vector<std::vector<std::complex<long double>>> factors;
  for (std::size_t axis = 0; axis < problem.n.size(); ++axis) {
    const std::int64_t n = problem.n[axis];
    std::vector<std::complex<long double>>& factor = factors.emplace_back(n);
    for (std::int64_t x = 0; x < n; ++x)
      factor[x] = std::polar(1.0L, 2 * std::numbers::pi_v<long double> *
                                       static_cast<long double>(wave_number(problem, axis) * x % n) /
                                       static_cast<long double>(n));
  }
  return factors;
}

/// Fills an array with numbers in [-0.5, 0.5) that depend only on their global index.
inline void fill_noise(const Problem& problem, const cw_fft_array& array, void* physical) {
  with_precision(problem.precision, [&](auto number) {
    using Real = decltype(number);
    with_noise(problem, array, static_cast<Real*>(physical),
               [](Real& value, double wanted) { value = static_cast<Real>(wanted); });
  });
}

/// The largest difference between the array and the same numbers multiplied by `factor`, relative to `factor`.
inline double noise_error(const Problem& problem, const cw_fft_array& array, const void* physical, double factor) {
  return with_precision(problem.precision, [&](auto number) {
    using Real = decltype(number);
    const Real scale = 1 / static_cast<Real>(factor);
    Real worst = 0;
    with_noise(problem, array, static_cast<const Real*>(physical), [&](const Real& value, double wanted) {
      const Real error = std::abs(value * scale - static_cast<Real>(wanted));
      keep_worst(worst, error);
    });
    return static_cast<double>(worst);
  });
}

/// Fills an array with a plane wave that is not parallel to any axis, of amplitude f + 1 in field f; real data gets its
/// real part.
inline void fill_wave(const Problem& problem, const cw_fft_array& array, void* physical) {
  const auto factors = wave_factors(problem);
  with_precision(problem.precision, [&](auto number) {
    using Real = decltype(number);
    auto* const values = static_cast<Real*>(physical);
    const std::size_t last = array.ndims - 1;
    for_rows(problem, array, [&](std::int64_t field, const Index& index, std::int64_t offset) {
      std::complex<long double> row = static_cast<long double>(field + 1);
      for (std::size_t axis = 0; axis < last; ++axis) row *= factors[axis][index[axis]];
      for (std::int64_t i = 0; i < array.count[last]; ++i) {
        const std::complex<long double> value = row * factors[last][index[last] + i];
        const std::int64_t at = offset + i * array.stride[last];
        if (array.complex_data) {
          values[2 * at] = static_cast<Real>(value.real());
          values[2 * at + 1] = static_cast<Real>(value.imag());
        } else {
          values[at] = static_cast<Real>(value.real());
        }
      }
    });
  });
}

/// The largest difference between the array and the spectrum of the wave, relative to N. The spectrum is N times the
/// amplitude at the wave number, and zero elsewhere. For real data it is half of that, also at the opposite wave
/// number.
inline double wave_error(const Problem& problem, const cw_fft_array& array, const void* spectral) {
  return with_precision(problem.precision, [&](auto number) {
    using Real = decltype(number);
    const auto* const values = static_cast<const Real*>(spectral);
    const std::size_t last = array.ndims - 1;
    double worst = 0;
    for_rows(problem, array, [&](std::int64_t field, const Index& index, std::int64_t offset) {
      bool along = true,
           opposite = problem.real;  // whether the row contains the wave number, and that of the conjugate
      for (std::size_t axis = 0; axis < last; ++axis) {
        const std::int64_t wave = wave_number(problem, axis);
        along = along && index[axis] == wave;
        opposite = opposite && index[axis] == (problem.n[axis] - wave) % problem.n[axis];
      }
      const std::int64_t wave = wave_number(problem, last);
      for (std::int64_t i = 0; i < array.count[last]; ++i) {
        const std::int64_t at = offset + i * array.stride[last], k = index[last] + i;
        double wanted = 0;
        if (along && k == wave) wanted += problem.real ? 0.5 : 1;
        if (opposite && k == (problem.n[last] - wave) % problem.n[last]) wanted += 0.5;
        wanted *= static_cast<double>(field + 1);
        const double scale = 1 / problem.points();
        const double error = std::hypot(static_cast<double>(values[2 * at]) * scale - wanted,
                                        static_cast<double>(values[2 * at + 1]) * scale);
        keep_worst(worst, error);
      }
    });
    return worst;
  });
}

/// The largest acceptable error: ten times the theoretical error of FFTs.
inline double tolerance(const Problem& problem) {
  return with_precision(problem.precision, [&](auto number) {
    return 10 * static_cast<double>(std::numeric_limits<decltype(number)>::epsilon()) *
           std::max(1.0, std::log2(problem.points())) * static_cast<double>(problem.fields);
  });
}

}  // namespace cartwright::bench
