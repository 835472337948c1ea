// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::fft::poisson {

/// The solution of kappa^2 g - laplace(g) = delta in free space of 1 to 3 dimensions, divided into two parts as in
/// Ewald's sums. It is the integral over all times t of heat that spreads from a point, exp(-r^2 / 4t - kappa^2 t) /
/// (4 pi t)^(dims / 2). The part of the first times is near the point, and known by its coefficients; that of later
/// times is smooth, and known by its values. In 1 and 2 dimensions without kappa it is -|x| / 2 and -log(r) / 2 pi.
class FreeSpace {
 public:
  FreeSpace(int dims, double time) : dims_(dims), time_(time) {}
  /// The coefficient of the part up to `time` at the wave number k; `square` is kappa^2 + k^2.
  double near_coefficient(double square) const;
  /// The part from `time` on, at the distance r. `square` is kappa^2.
  double smooth(double square, double r) const;

 private:
  double smooth_1(double kappa, double r) const;
  double smooth_2(double kappa, double r) const;
  double smooth_3(double kappa, double r) const;

  int dims_;
  double time_;
};

}  // namespace cartwright::fft::poisson
