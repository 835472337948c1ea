// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/square_matrix.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace cartwright::bound {

/// The inequality that `apex` cannot share its part with both others if these are apart.
struct Triangle {
  std::int32_t apex;
  std::int32_t left;
  std::int32_t right;
};

/// Multipliers of what holds for each division of n vertices into parts of m vertices. Let X(i, j) be 1 if the vertices
/// i and j are in one part, and otherwise 0. Then
///
///   X(i, i) = 1,   sum of X(i, j) over j = m,   X(i, j) >= 0,   X(a, l) + X(a, r) - X(l, r) <= 1,
///
/// and X has no negative eigenvalue.
struct Multipliers {
  std::vector<double> vertex;  ///< of the first kind, any sign
  std::vector<double> row;     ///< of the second kind, any sign
  SquareMatrix pair;           ///< of the third kind, at least 0, symmetric
  std::vector<Triangle> triangles;
  std::vector<double> triangle;  ///< of each of the triangles, at least 0
};

/// The bound on the cut that the multipliers prove, or nothing if the proof fails. The weights are symmetric integers
/// of at least 0, with zeros on the diagonal; a pair of vertices in different parts counts once.
///
/// The multipliers are rounded until all sums of them are exact. What they leave of the weights is shown to have no
/// eigenvalue below a number by Cholesky's method, with a margin for its rounding errors [Rump, Verification of
/// positive definiteness, BIT 46 (2006)]. So the bound holds whatever the multipliers are and however they were found.
std::optional<double> proven_cut(const SquareMatrix& weights, std::int64_t parts, const Multipliers& multipliers);

}  // namespace cartwright::bound
