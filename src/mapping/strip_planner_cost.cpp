// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/strip_planner_p.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cartwright::mapping {

namespace {

/// Products of two numbers below this do not overflow.
constexpr std::int64_t largest_step = std::int64_t{1} << 31;

}  // namespace

StripPlanner::Run StripPlanner::run_along(std::size_t dim) const {
  const std::int64_t cells = grid_.dim(dim);
  const auto length = static_cast<double>(cells);
  Run run{dim,
          cells,
          length,
          length / static_cast<double>(node_),
          static_cast<double>(grid_.size() / cells),
          0,
          std::gcd(node_, cells)};
  for (const Reach& reach : reaches_[dim]) run.longest = std::max(run.longest, reach.length);
  return run;
}

/// Along a strip, each boundary between nodes cuts r edges of length r per cell of the slice. It cuts fewer if the next
/// boundary or the end of the strip is closer than r.
double StripPlanner::cut_along(const Run& run, double area, double squares) const {
  const auto n = static_cast<double>(node_);
  if (run.longest * area < n && area * run.length >= n)
    return sent_[run.dim] * (run.length_in_nodes * squares - run.lines);
  const double height = n / area;
  double cut = 0;
  for (const Reach& reach : reaches_[run.dim]) {
    if (height <= run.length && reach.length < height)
      cut += reach.weight * reach.length * (run.length_in_nodes * squares - run.lines);
    else
      cut += reach.weight * run.lines * std::max(0.0, run.length - reach.length) * std::min(1.0, reach.length / height);
  }
  return cut;
}

/// The error of cut_along near the ends of strips: boundaries between 0 and r slices from the end come at several
/// distances, but cut_along assumes that all are at distance 0.
double StripPlanner::cut_near_ends(const Run& run, double height, double step, double strips) const {
  const double steps = std::max(1.0, height / step);
  double cut = 0;
  for (const Reach& reach : reaches_[run.dim]) {
    const double r = reach.length;
    if (r >= height || height > run.length) continue;
    const double within = std::floor(r / step);
    const double beyond = std::max(0.0, steps - 1 - within) / steps * (step * (within + steps) / 2 - r);
    cut += reach.weight * 2 * run.lines * (1 - 1 / strips) * ((height - step) / 2 * (height - r) / height - beyond);
  }
  return cut;
}

/// Edges cut because a boundary between nodes lies within a slice: at the step from one slice to the next, and from one
/// row of the slice to the next. A boundary at x of the `cells` of a slice cuts min(x, cells - x, row) edges between
/// rows. The average over all x is row * (1 - row / cells). If x is a multiple of `whole`, which is a multiple of a
/// row, it is row * (1 - whole / cells).
double StripPlanner::cut_by_steps(const Run& run, const Chosen& chosen, std::int64_t shift) const {
  double cut = 0;
  double row = 1;
  std::int64_t row_common = 1;
  bool rows_equal = true;
  for (std::size_t j = chosen.size(); j-- > 0;) {
    const Division& division = *chosen[j];
    const Widths& widths = division.widths;
    double whole = 0;  // as a share of the cells
    if (rows_equal) {
      // Nodes in the first strips begin at multiples of n, nodes in the others after the first strips.
      const std::int64_t first = widths.wide * widths.wide_width;
      const auto share = static_cast<double>(first) / static_cast<double>(division.length);
      if (widths.wide > 0) {
        const std::int64_t cells = widths.wide_width * row_common;
        whole = share * std::max(row, static_cast<double>(std::gcd(node_, cells))) / static_cast<double>(cells);
      }
      if (widths.rest > 0) {
        const std::int64_t cells = widths.rest_width * row_common;
        const std::int64_t step = std::gcd(node_, cells);
        const bool fits =
            step < largest_step && first % step * (row_common % step) % step * (run.cells % step) % step == 0;
        whole += (1 - share) * (fits ? std::max(row, static_cast<double>(step)) : row) / static_cast<double>(cells);
      }
    } else {
      const double cells = division.mean * row;
      whole = std::max(row, static_cast<double>(std::gcd(shift, row_common * division.common))) / cells;
    }
    cut += (1 - whole) * row * division.step;
    row *= division.mean;
    row_common *= division.common;
    rows_equal = rows_equal && (widths.wide == 0 || widths.rest == 0);
  }
  return cut;
}

double StripPlanner::cost(const Run& run, const Chosen& chosen, double best) const {
  const auto n = static_cast<double>(node_);
  double cut = grid_.periodic(run.dim) ? sent_[run.dim] * run.lines : 0;
  double squares = 1;
  double area = 1;  // mean cells of a slice
  std::int64_t common = 1;
  for (const Division* division : chosen) {
    cut += division->crossing;
    squares *= division->squares;
    area *= division->mean;
    common *= division->common;
  }
  if (area > n) return std::numeric_limits<double>::infinity();
  cut += cut_along(run, area, squares);

  // A node that continues from one strip into the next, with x cells in one and n - x in the other, keeps the edges of
  // min(x, n - x) cells between them; x takes the multiples of the shift between strips and nodes. `saved` is the
  // number of these edges per cell, over all turns.
  double saved = 0;
  double strips = 1;
  for (const Division* division : chosen) {
    saved += strips * division->turns * division->saved;
    strips *= division->turns + 1;
  }
  if (cut - saved * n / 4 >= best) return cut;
  const std::int64_t shift = run.divisor * std::gcd(node_ / run.divisor, common);
  const double phases = n / static_cast<double>(shift);
  const double height = n / area;
  if (height < 2 * run.length)
    cut -= saved * static_cast<double>(shift) * std::floor(phases * phases / 4) / phases;
  else  // whole strips beside each other
    cut -= saved * area * run.length * (1 - run.length / height);
  if (cut >= best) return cut;

  cut += cut_near_ends(run, height, std::max(1.0, static_cast<double>(shift) / area), strips);
  if (cut >= best) return cut;
  const double boundaries = run.lines * run.length_in_nodes - 1 - (strips - 1) / phases;
  return cut + boundaries * cut_by_steps(run, chosen, shift);
}

}  // namespace cartwright::mapping
