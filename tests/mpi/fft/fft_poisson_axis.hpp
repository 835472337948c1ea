// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft_oracle.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

/// Axes of the boxes of poisson.h, and matrices of the second derivative along them.
namespace fft_test {

using Matrix = std::vector<std::vector<Real>>;  ///< of rows

constexpr Real pi = std::numbers::pi_v<Real>;

/// An axis of a box.
struct Side {
  std::string boundaries = "PP";
  bool nodes = false;
  std::int64_t n = 1;
  double length = 1;
  std::vector<double> faces = {};  ///< of axis 0: n + 1 coordinates, if the widths of its cells differ

  bool is(const char* given) const { return boundaries == given; }
  bool unbounded() const { return boundaries.find('U') != std::string::npos; }
  /// Whether the lower or the upper side is a wall, and the other unbounded.
  bool mirrored() const { return unbounded() && !is("UU"); }
  /// Points of the walls that the array does not hold, less those that it does, plus the rest of the length.
  Real spacing() const {
    const bool dirichlet = boundaries.find('D') != std::string::npos;
    const int beyond = !nodes ? 0 : is("DD") ? 1 : !dirichlet && !is("PP") ? -1 : 0;
    return length / static_cast<Real>(n + beyond);
  }
  Real point(std::int64_t i) const {
    if (!faces.empty()) return (Real(faces[static_cast<std::size_t>(i)]) + faces[static_cast<std::size_t>(i + 1)]) / 2;
    const Real first = !nodes ? 0.5L : boundaries[0] == 'D' ? 1 : 0;
    return (first + static_cast<Real>(i)) * spacing();
  }
  /// The weight of a point in the mean.
  Real weight(std::int64_t i) const {
    if (!faces.empty()) return Real(faces[static_cast<std::size_t>(i + 1)]) - faces[static_cast<std::size_t>(i)];
    return nodes && is("NN") && (i == 0 || i == n - 1) ? 0.5L : 1;
  }
};

const std::vector<std::string> all_boundaries = {"PP", "DD", "NN", "DN", "ND"};

/// The exact second derivative of the waves through the points.
Matrix spectral(const Side& side);
/// Differences between neighbors, with mirror images beyond the walls.
Matrix second_order(const Side& side);
/// Differences of the fluxes through the faces.
Matrix finite_volumes(const Side& side);

/// A smooth function at point i that the boundaries of an axis allow, and its second derivative. It is a constant on an
/// axis of one point, and on an unbounded axis a Gaussian, with its mirror image beside a wall.
std::pair<Real, Real> known(const Side& side, std::int64_t i);

}  // namespace fft_test
