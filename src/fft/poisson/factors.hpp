// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft_operators.h"
#include "fft/poisson/equation.hpp"
#include "fft/problem.hpp"

#include <vector>

namespace cartwright::fft::poisson {

/// Throws the error of a function of fft.h.
void throw_unless_ok(cw_status status);

/// The factors that turn the coefficients of f into those of u.
class Factors {
 public:
  Factors() = default;
  /// Throws Error for a lambda with which the equation has no unique solution. `problem` is that of the plan.
  Factors(const Equation& equation, const Problem& problem);

  /// With unbounded axes: finds the factors of this process. `options` are those of `plan`. Collective.
  void find_unbounded(MPI_Comm comm, const Equation& equation, const Problem& problem, const cw_fft_options& options,
                      const cw_fft_plan* plan);

  /// An operator; `data` is a Factors.
  static void multiply(const cw_fft_row* row, void* data);

 private:
  /// Whether minus lambda is an eigenvalue, up to rounding.
  bool singular() const;

  std::vector<std::vector<double>> squares_;  ///< per axis and coefficient: minus the factor of the second derivative
  double lambda_ = 0;
  bool unbounded_ = false;
  std::vector<double> of_elements_;  ///< with unbounded axes: as a spectral array of one field
};

}  // namespace cartwright::fft::poisson
