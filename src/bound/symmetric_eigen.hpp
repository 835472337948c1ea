// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/square_matrix.hpp"

#include <vector>

namespace cartwright::bound {

/// The eigenvalues of a symmetric matrix, in no order, and an orthonormal eigenvector of each.
struct Eigen {
  std::vector<double> values;
  SquareMatrix vectors;  ///< a row for each value
};

/// Householder reflections make the matrix tridiagonal; then the implicit QR method with Wilkinson's shifts [Golub
/// and Van Loan, Matrix Computations, section 8.3]. About 9 n^3 operations, in the same order on every machine;
/// errors are small multiples of the norm's rounding error, and not bounded: a proof must not rest on them.
/// Reads both triangles, which must be equal.
Eigen symmetric_eigen(SquareMatrix matrix);

/// The least eigenvalue only: about 2 n^3 operations.
double least_eigenvalue(SquareMatrix matrix);

}  // namespace cartwright::bound
