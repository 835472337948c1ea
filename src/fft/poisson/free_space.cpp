// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/poisson/free_space.hpp"

#include <cmath>
#include <numbers>

namespace cartwright::fft::poisson {

namespace {

constexpr double pi = std::numbers::pi;
/// exp(-nothing) is less than the rounding of a double.
constexpr double nothing = 40;

/// exp(2 a b) erfc(a + b), where that is not 0.
double grown_erfc(double a, double b) {
  constexpr double last = 26;  // of which erfc is not 0
  return a + b > last ? 0 : std::exp(2 * a * b) * std::erfc(a + b);
}

/// The integral from 0 to `end`, by Gauss's rule with 8 points in each half of a unit.
template <typename Function>
double integral(double end, Function function) {
  constexpr double points[] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
  constexpr double weights[] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
  const double parts = std::ceil(2 * end);
  const double half = end / parts / 2;
  double sum = 0;
  for (int part = 0; part < static_cast<int>(parts); ++part) {
    const double middle = (2 * part + 1) * half;
    for (int i = 0; i < 4; ++i)
      sum += weights[i] * (function(middle - half * points[i]) + function(middle + half * points[i]));
  }
  return half * sum;
}

}  // namespace

double FreeSpace::near_coefficient(double square) const {
  return square > 0 ? -std::expm1(-square * time_) / square : time_;
}

double FreeSpace::smooth(double square, double r) const {
  if (square * time_ > nothing) return 0;
  const double kappa = std::sqrt(square);
  return dims_ == 1 ? smooth_1(kappa, r) : dims_ == 2 ? smooth_2(kappa, r) : smooth_3(kappa, r);
}

double FreeSpace::smooth_1(double kappa, double r) const {
  const double a = kappa * std::sqrt(time_), b = r / (2 * std::sqrt(time_));
  if (kappa == 0) return -r / 2 * std::erf(b) - std::sqrt(time_ / pi) * std::exp(-b * b);
  return (std::exp(-kappa * r) * std::erfc(a - b) + grown_erfc(a, b)) / (4 * kappa);
}

double FreeSpace::smooth_2(double kappa, double r) const {
  const double a2 = kappa * kappa * time_, b2 = r * r / (4 * time_);
  if (kappa == 0 && r == 0) return (std::numbers::egamma - std::log(4 * time_)) / (4 * pi);
  if (kappa == 0) return (std::expint(-b2) - 2 * std::log(r)) / (4 * pi);
  if (b2 > nothing) return kappa * r > 700 ? 0 : std::cyl_bessel_k(0, kappa * r) / (2 * pi);
  // The variable is the logarithm of time.
  return integral(std::log(nothing / a2), [&](double s) { return std::exp(-b2 * std::exp(-s) - a2 * std::exp(s)); }) /
         (4 * pi);
}

double FreeSpace::smooth_3(double kappa, double r) const {
  const double a = kappa * std::sqrt(time_), b = r / (2 * std::sqrt(time_));
  if (r == 0) return (std::exp(-a * a) / std::sqrt(pi * time_) - kappa * std::erfc(a)) / (4 * pi);
  return (std::exp(-kappa * r) * std::erfc(a - b) - grown_erfc(a, b)) / (8 * pi * r);
}

}  // namespace cartwright::fft::poisson
