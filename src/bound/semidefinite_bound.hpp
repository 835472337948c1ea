// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/square_matrix.hpp"

#include <cstdint>

namespace cartwright::bound {

/// How long semidefinite_bound() goes on.
struct SemidefiniteOptions {
  int rounds = 1000;          ///< each takes about 15 n^3 operations
  double budget_seconds = 0;  ///< stop after this time; 0 means no limit
  double enough = 0;          ///< stop when the bound is at least this; 0 means never
};

/// A lower bound on the cut of every division of n vertices into `parts` parts of n / parts vertices. The weights are
/// symmetric integers at least 0, with zeros on the diagonal; a pair of vertices in different parts counts once. n is a
/// multiple of `parts`, and at least 4. Returns 0 if nothing was proven. The result depends only on the input and the
/// rounds, unless the time ends it.
///
/// The bound is that of the semidefinite relaxation [Karisch and Rendl, Semidefinite programming and graph
/// equipartition, 1998] with the triangle inequalities that are violated most. The alternating direction method finds
/// multipliers [Wen, Goldfarb and Yin, Math. Prog. Comp. 2 (2010)], and proven_cut() proves what they are worth.
double semidefinite_bound(const SquareMatrix& weights, std::int64_t parts, const SemidefiniteOptions& options);

}  // namespace cartwright::bound
