// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/axis_transform.hpp"

#include <algorithm>

namespace cartwright::fft {

namespace {

template <typename With>
void by_real(cw_fft_precision precision, With with) {
  if (precision == CW_FFT_FLOAT) return with(float{});
  if (precision == CW_FFT_LONG_DOUBLE) return with(static_cast<long double>(0));
  with(double{});
}

/// The coefficients of the full sequence that are kept.
struct Kept {
  std::int64_t low;   ///< how many from `first` on
  std::int64_t high;  ///< how many from the end
  bool middle;        ///< whether there is one at n/2 of an even Fourier axis, which stands for two
};

Kept kept_of(const AxisProblem& axis) {
  if (axis.kind != CW_FFT_FOURIER) return {axis.spectral, 0, false};
  const bool middle = axis.modes % 2 == 0 && axis.padded();
  const std::int64_t low = (axis.modes + 1) / 2;
  return {low, axis.halved ? 0 : axis.modes - low - (middle ? 1 : 0), middle};
}

template <typename Real>
void cut_row(const AxisProblem& axis, const Kept& kept, std::int64_t reals, const Real* full, Real* row) {
  row = std::copy_n(full + axis.first * reals, kept.low * reals, row);
  if (kept.middle) {
    // The coefficients of real data at n/2 and -n/2 are conjugates.
    const std::int64_t n = axis.modes / 2;
    const Real* other = full + (axis.physical - n) * reals;
    for (std::int64_t i = 0; i < reals; ++i)
      *row++ = axis.halved ? (i == 0 ? 2 * full[n * reals] : Real{0}) : full[n * reals + i] + other[i];
  }
  const Real* end = full + full_length(axis) * reals;
  std::copy(end - kept.high * reals, end, row);
}

template <typename Real>
void fill_row(const AxisProblem& axis, const Kept& kept, std::int64_t reals, const Real* row, Real* full) {
  const std::int64_t length = full_length(axis) * reals;
  std::fill_n(full, length, Real{0});
  std::copy_n(row, kept.low * reals, full + axis.first * reals);
  row += kept.low * reals;
  if (kept.middle) {
    const std::int64_t n = axis.modes / 2;
    for (std::int64_t i = 0; i < reals; ++i, ++row) {
      const Real half = *row / 2;
      full[n * reals + i] = axis.halved && i > 0 ? Real{0} : half;
      if (!axis.halved) full[(axis.physical - n) * reals + i] = half;
    }
  }
  std::copy_n(row, kept.high * reals, full + length - kept.high * reals);
}

}  // namespace

cw_fft_kind kind_towards(cw_fft_kind kind, Direction direction) {
  if (direction == Direction::forward) return kind;
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

std::int64_t full_length(const AxisProblem& axis) { return axis.halved ? axis.points() / 2 + 1 : axis.points(); }

void cut(const AxisProblem& axis, cw_fft_precision precision, std::int64_t reals, std::int64_t rows, const void* full,
         std::int64_t physical_pitch, void* kept, std::int64_t spectral_pitch) {
  by_real(precision, [&]<typename Real>(Real) {
    const Kept which = kept_of(axis);
    for (std::int64_t row = 0; row < rows; ++row)
      cut_row(axis, which, reals, static_cast<const Real*>(full) + row * physical_pitch * reals,
              static_cast<Real*>(kept) + row * spectral_pitch * reals);
  });
}

void fill(const AxisProblem& axis, cw_fft_precision precision, std::int64_t reals, std::int64_t rows, const void* kept,
          std::int64_t spectral_pitch, void* full, std::int64_t physical_pitch) {
  by_real(precision, [&]<typename Real>(Real) {
    const Kept which = kept_of(axis);
    for (std::int64_t row = 0; row < rows; ++row)
      fill_row(axis, which, reals, static_cast<const Real*>(kept) + row * spectral_pitch * reals,
               static_cast<Real*>(full) + row * physical_pitch * reals);
  });
}

void scale(cw_fft_precision precision, void* data, std::int64_t count, long double factor) {
  by_real(precision, [&]<typename Real>(Real) {
    Real* values = static_cast<Real*>(data);
    const Real by = static_cast<Real>(factor);
    for (std::int64_t i = 0; i < count; ++i) values[i] *= by;
  });
}

}  // namespace cartwright::fft
