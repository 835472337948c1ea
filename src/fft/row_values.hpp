// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft_operators.h"

#include <complex>
#include <cstdint>

namespace cartwright::fft {

/// Calls `change` with a null pointer to the floating-point type of a row.
template <typename Change>
void by_precision(const cw_fft_row& row, Change change) {
  switch (row.precision) {
    case CW_FFT_FLOAT: return change(static_cast<float*>(nullptr));
    case CW_FFT_LONG_DOUBLE: return change(static_cast<long double*>(nullptr));
    default: return change(static_cast<double*>(nullptr));
  }
}

/// Multiplies coefficient i of a row by factor(i).
template <typename Factor>
void multiply(const cw_fft_row& row, Factor factor) {
  by_precision(row, [&]<typename Real>(Real*) {
    const auto each = [&](auto* values) {
      for (std::int64_t i = 0; i < row.count; ++i) values[i] *= static_cast<Real>(factor(i));
    };
    if (row.complex_data != 0)
      each(static_cast<std::complex<Real>*>(row.values));
    else
      each(static_cast<Real*>(row.values));
  });
}

}  // namespace cartwright::fft
