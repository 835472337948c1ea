// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft_operators.h"
#include "fft/poisson/equation.hpp"
#include "fft/problem.hpp"

#include <vector>

namespace cartwright::fft::poisson {

/// The factors that turn the coefficients of f into those of u.
class Factors {
 public:
  Factors() = default;
  /// Throws Error for a lambda with which the equation has no unique solution. `problem` is that of the plan.
  Factors(const Equation& equation, const Problem& problem);

  /// An operator; `data` is a Factors.
  static void multiply(const cw_fft_row* row, void* data);

 private:
  /// Whether minus lambda is an eigenvalue, up to rounding.
  bool singular() const;

  std::vector<std::vector<double>> squares_;  ///< per axis and coefficient: minus the factor of the second derivative
  double lambda_ = 0;
};

}  // namespace cartwright::fft::poisson
