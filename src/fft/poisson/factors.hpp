// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft_operators.h"
#include "fft/poisson/equation.hpp"
#include "fft/poisson/tridiagonal.hpp"
#include "fft/problem.hpp"

#include <vector>

namespace cartwright::fft::poisson {

/// Throws the error of a function of fft.h.
void throw_unless_ok(cw_status status);

/// Turns the coefficients of f into those of u: by factors, or by tridiagonal systems along axis 0.
class Factors {
 public:
  Factors() = default;
  /// Throws Error for a lambda with which the equation has no unique solution. `problem` is that of the plan.
  Factors(const Equation& equation, const Problem& problem);

  /// Finds the numbers that a solver keeps for each coefficient of this process. `options` are those of `plan`.
  /// Collective.
  void find(MPI_Comm comm, const Equation& equation, const Problem& problem, const cw_fft_options& options,
            const cw_fft_plan* plan);

  /// An operator; `data` is a Factors.
  static void apply(const cw_fft_row* row, void* data);

 private:
  enum class Kind {
    separate,   ///< the factor is a function of one number of each axis
    unbounded,  ///< each coefficient has a factor
    tridiagonal
  };

  void find_unbounded(MPI_Comm comm, const Equation& equation, const Problem& problem, const cw_fft_options& options,
                      const cw_fft_plan* plan);
  void find_rows(MPI_Comm comm, const cw_fft_plan* plan);
  /// Whether minus lambda is an eigenvalue, up to rounding.
  bool singular() const;

  std::vector<std::vector<double>> squares_;  ///< per axis and coefficient: minus the factor of the second derivative
  double lambda_ = 0;
  Kind kind_ = Kind::separate;
  Tridiagonal rows_;                 ///< tridiagonal: along axis 0
  std::vector<double> of_elements_;  ///< as a spectral array of one field: the factors, or the numbers of rows_
};

}  // namespace cartwright::fft::poisson
