// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/poisson.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cartwright::fft::poisson {

/// An axis of the equation: its sides, its points, and the transform that they need.
struct Axis {
  char lower = 'P', upper = 'P';
  bool nodes = false;
  std::int64_t n = 1;
  cw_fft_kind kind = CW_FFT_FOURIER;
  double length = 1;
  double first = 0;    ///< coordinate of the first point
  double spacing = 1;  ///< distance between points

  bool unbounded() const { return lower == 'U'; }
  /// The points of the transform, twice as many on an unbounded axis: the others are zeros.
  std::int64_t points() const { return unbounded() ? 2 * n : n; }
  /// The length that they fill.
  double transformed() const { return unbounded() ? spacing * static_cast<double>(2 * n) : length; }
};

/// laplace(u) - lambda u = f in a box.
struct Equation {
  std::vector<Axis> axes;
  double lambda = 0;
  cw_poisson_laplacian laplacian = CW_POISSON_SPECTRAL;
  bool complex_data = false;

  /// The number of unbounded axes.
  int unbounded() const;
  /// Whether constants solve it with f = 0.
  bool has_any_mean() const;
};

/// Throws Error for arguments that poisson.h forbids, except for lambda.
Equation read_equation(std::size_t ndims, const std::int64_t n[], const cw_poisson_options& options);

/// A hash of everything that must be the same on all processes.
std::uint64_t fingerprint(const Equation& equation);

/// A few lines of text.
std::string describe(const Equation& equation);

}  // namespace cartwright::fft::poisson
