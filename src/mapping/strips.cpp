// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"
#include "mapping/strip_order_p.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::mapping {

namespace {

/// The extent of the stencil, scaled to volume 1: alpha_i of [Hunold2020, V-C]. The box includes the process itself.
/// The text leaves it out, and then a stencil of +1 alone has no extent.
base::FixedVector<double, grid::max_dims> distortion_factors(const grid::Stencil& stencil) {
  base::FixedVector<double, grid::max_dims> alpha(stencil.ndims());
  double volume = 1;
  int extended = 0;
  for (std::size_t i = 0; i < stencil.ndims(); ++i) {
    double low = 0;
    double high = 0;
    for (const grid::Offset& offset : stencil.offsets()) {
      low = std::min(low, static_cast<double>(offset.delta[i]));
      high = std::max(high, static_cast<double>(offset.delta[i]));
    }
    alpha[i] = high - low;
    if (alpha[i] > 0) {
      volume *= alpha[i];
      ++extended;
    }
  }
  if (extended > 0)
    for (double& a : alpha) a /= std::pow(volume, 1.0 / extended);
  return alpha;
}

/// floor(x^(1/root)), limited to 1 and the dimension, because e_i = 0 gives a strip width of 0 in the text. The root is
/// rounded up a little first, because the cube root of 64 computes as 3.9999999999999996.
std::int64_t strip_width(double x, std::size_t root, std::int64_t dim) {
  const double width = std::floor(std::pow(x, 1.0 / static_cast<double>(root)) + 1e-9);
  return width >= static_cast<double>(dim) ? dim : std::max<std::int64_t>(1, static_cast<std::int64_t>(width));
}

/// Strips run along the longest dimension, or the first one of equal length.
StripOrderPlan along_longest(const grid::Grid& grid) {
  StripOrderPlan plan;
  for (std::size_t i = 1; i < grid.ndims(); ++i)
    if (grid.dim(i) > grid.dim(plan.run)) plan.run = i;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    if (i != plan.run) plan.across.push_back(i);
  return plan;
}

}  // namespace

// Algorithm 3 of [Hunold2020, V-C], corrected: the strip of a rank follows from the cells per strip (v in the text
// multiplies strip lengths), and all strips before it are subtracted ((s_coord - 1) v subtracts one too few). Every
// other strip runs backward, which the pseudo-code leaves out. With unequal nodes, the width follows from the node size
// that holds the most processes, not from a mean.

/// As in the paper: s_i is a root of index d - i, where the longest dimension, which needs no width, counts as the
/// last. The last strip is wider by d_i mod s_i (the text has d_i / s_i).
std::unique_ptr<LocalOrder> strips(const Problem& problem) {
  const grid::Grid& grid = problem.grid();
  StripOrderPlan plan = along_longest(grid);
  const base::FixedVector<double, grid::max_dims> alpha = distortion_factors(problem.stencil());
  auto cells = static_cast<double>(problem.machine().node_sizes().typical());
  for (std::size_t j = 0; j < plan.across.size(); ++j) {
    const std::size_t i = plan.across[j];
    const std::int64_t width = strip_width(alpha[i] * cells, grid.ndims() - j, grid.dim(i));
    plan.widths.push_back(Widths::wide_last(grid.dim(i), width));
    cells /= static_cast<double>(width);
  }
  return std::make_unique<StripOrder>(grid, plan);
}

/// As in the code that the authors released: s_i = (alpha_i n)^(1/d) for every i, and the remainder is spread over the
/// first strips. With these two changes we get the figures of the paper; with the text we do not.
std::unique_ptr<LocalOrder> strips_released(const Problem& problem) {
  const grid::Grid& grid = problem.grid();
  StripOrderPlan plan = along_longest(grid);
  const base::FixedVector<double, grid::max_dims> alpha = distortion_factors(problem.stencil());
  const auto cells = static_cast<double>(problem.machine().node_sizes().typical());
  for (const std::size_t i : plan.across) {
    const std::int64_t width = strip_width(alpha[i] * cells, grid.ndims(), grid.dim(i));
    plan.widths.push_back(Widths::even(grid.dim(i), grid.dim(i) / width));
  }
  return std::make_unique<StripOrder>(grid, plan);
}

std::string strips_caveat(const Problem& problem) {
  const machine::Sizes& sizes = problem.machine().node_sizes();
  if (sizes.uniform()) return {};
  return fmt::format(
      "nodes hold {} to {} processes: the strips' width is for nodes of {}, which hold the most processes",
      sizes.smallest(), sizes.largest(), sizes.typical());
}

}  // namespace cartwright::mapping
