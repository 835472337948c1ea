// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft_operators.h"
#include "fft/poisson/equation.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft::poisson {

/// u'' - s u = f on an axis whose cells have unequal widths, by finite volumes. The flux through a face is the
/// difference of u over the distance of the centers on both sides; at a wall D that of the center, and at a wall N
/// there is none. Thomas's algorithm solves these equations. On a periodic axis it solves them without the link from
/// the last cell to the first, which a correction then adds (Sherman and Morrison's formula).
class Tridiagonal {
 public:
  Tridiagonal() = default;
  /// `axis` has faces.
  explicit Tridiagonal(const Axis& axis);

  /// The numbers for each cell that a solution needs.
  std::int64_t numbers() const { return periodic_ ? 2 : 1; }
  /// Finds them for s >= 0: the inverses of the n pivots, and on a periodic axis n corrections. The last inverse is 0
  /// if all constants solve the equations with f = 0.
  void eliminate(double s, double* numbers) const;
  /// Turns the coefficients of f along the axis into those of u. With all constants u has the mean 0, weighted by the
  /// widths, and that of f is ignored.
  void solve(const cw_fft_row& row, const double* numbers) const;

 private:
  template <typename Number, typename Value>
  void solve(Value* values, const double* numbers) const;
  template <typename Number, typename Value, typename Right>
  void substitute(Value* values, const double* inverses, Right right) const;

  std::vector<double> widths_;
  std::vector<double> links_;  ///< per face: the flux for a difference of 1; not that from the last cell to the first
  bool periodic_ = false;
};

}  // namespace cartwright::fft::poisson
