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
  /// With cells of unequal widths: the n + 1 coordinates of their faces. The axis is then not transformed; first and
  /// spacing have no meaning.
  std::vector<double> faces = {};

  /// Whether one side or both are unbounded.
  bool unbounded() const { return lower == 'U' || upper == 'U'; }
  /// Whether the other side is a wall, in which space is mirrored.
  bool mirrored() const { return unbounded() && lower != upper; }
  /// Whether the functions of the transform are 0 at that wall.
  bool odd() const { return lower == 'D' || upper == 'D'; }
  /// The points of the transform, twice as many on an unbounded axis: the others are zeros. With nodes beside a wall
  /// one less suffices.
  std::int64_t points() const { return unbounded() ? 2 * n - (mirrored() && nodes ? 1 : 0) : n; }
  /// How many of the zeros come first: those of an open lower side.
  std::int64_t zeros_before() const { return mirrored() && lower == 'U' ? points() - n : 0; }
  /// On an unbounded axis: the spacings after which the transform repeats, with the mirror images.
  std::int64_t period() const;
  /// On an unbounded axis: the spacings from a point to the nearest copy of f that the transform adds. A point and a
  /// source, or its mirror image, are at most 2 n - 1 spacings apart between cells, 2 n or 2 n - 2 between nodes with a
  /// wall D or N, and n - 1 without a wall. The period is twice that or more, so half of it has all these distances,
  /// and the potential of a copy never takes the place of one of them.
  std::int64_t reach() const;
  /// The length that the points of the transform fill.
  double transformed() const;
};

/// laplace(u) - lambda u = f in a box.
struct Equation {
  std::vector<Axis> axes;
  double lambda = 0;
  cw_poisson_laplacian laplacian = CW_POISSON_SPECTRAL;
  bool complex_data = false;

  /// The number of unbounded axes.
  int unbounded() const;
  /// Whether axis 0 has cells of unequal widths.
  bool has_faces() const { return !axes.front().faces.empty(); }
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
