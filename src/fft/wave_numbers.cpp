// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/wave_numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <numbers>

namespace cartwright::fft {

namespace {

/// The wave number of a coefficient on an axis of the default length.
double wave_number(const AxisProblem& axis, std::int64_t index) {
  const auto i = static_cast<double>(index);
  const auto n = static_cast<double>(axis.modes);
  switch (axis.kind) {
    case CW_FFT_FOURIER: return index <= axis.modes / 2 ? i : i - n;
    case CW_FFT_R2HC:
    case CW_FFT_DHT: return std::min(i, n - i);
    case CW_FFT_REDFT00:
    case CW_FFT_REDFT10: return i;
    case CW_FFT_RODFT00:
    case CW_FFT_RODFT10: return i + 1;
    case CW_FFT_REDFT01:
    case CW_FFT_REDFT11:
    case CW_FFT_RODFT01:
    case CW_FFT_RODFT11: return i + 0.5;
    default: return 0;
  }
}

}  // namespace

std::vector<double> wave_numbers(const AxisProblem& axis) {
  const bool periodic = axis.kind == CW_FFT_FOURIER || axis.kind == CW_FFT_R2HC || axis.kind == CW_FFT_DHT;
  const double unit = axis.length == 0 ? 1 : (periodic ? 2 : 1) * std::numbers::pi / axis.length;
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < axis.spectral; ++i) numbers.push_back(unit * wave_number(axis, i));
  return numbers;
}

}  // namespace cartwright::fft
