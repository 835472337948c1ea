// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/strip_planner_p.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace cartwright::mapping {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double root(double x, std::size_t index) {
  switch (index) {
    case 1: return x;
    case 2: return std::sqrt(x);
    case 3: return std::cbrt(x);
    default: return std::pow(x, 1.0 / static_cast<double>(index));
  }
}

/// floor(x), at most `most`.
std::int64_t whole(double x, std::int64_t most) {
  return x >= static_cast<double>(most) ? most : static_cast<std::int64_t>(x);
}

/// The number of ways to divide a dimension that are combined with those of the others. With more dimensions there are
/// fewer, and also with a longer dimension, because its remainder matters less.
std::size_t max_divisions(std::size_t ndims, std::int64_t length) {
  if (ndims <= 2) return 16;
  if (ndims == 3) return length < 64 ? 6 : 4;
  return ndims <= 6 ? 2 : 1;
}

/// Strips of nearly equal widths, the wider ones last: then the first ones begin on a slice.
Widths even_wide_last(std::int64_t length, std::int64_t count) {
  const Widths widths = Widths::even(length, count);
  return {widths.rest, widths.rest_width, widths.wide, widths.wide_width};
}

}  // namespace

StripPlanner::StripPlanner(const Problem& problem)
    : grid_(problem.grid()),
      stencil_(problem.stencil()),
      node_(problem.machine().node_sizes().typical()),
      reaches_(grid_.ndims()),
      sent_(grid_.ndims()),
      ideal_(grid_.ndims(), 1) {
  take_stencil();
  find_ideal_box();
}

void StripPlanner::take_stencil() {
  double heaviest = 0;  // scale by this: weights up to 10^308 must not overflow in sums and products
  for (const grid::Offset& offset : stencil_.offsets()) heaviest = std::max(heaviest, offset.weight);
  for (const grid::Offset& offset : stencil_.offsets()) {
    grid::Coords lengths(grid_.ndims());
    int directions = 0;
    bool exists = heaviest > 0;
    for (std::size_t i = 0; i < grid_.ndims(); ++i) {
      const std::int64_t dim = grid_.dim(i);
      const std::int64_t delta = offset.delta[i];
      const std::int64_t shift = std::abs(delta % dim);
      if (!grid_.periodic(i) && (delta <= -dim || delta >= dim)) exists = false;
      lengths[i] = grid_.periodic(i) ? std::min(shift, dim - shift) : shift;
      directions += lengths[i] != 0 ? 1 : 0;
    }
    if (exists) take_edge(lengths, offset.weight / heaviest, directions == 1);
  }
}

void StripPlanner::take_edge(const grid::Coords& lengths, double weight, bool straight) {
  for (std::size_t i = 0; i < grid_.ndims(); ++i) {
    if (lengths[i] == 0) continue;
    const auto length = static_cast<double>(lengths[i]);
    sent_[i] += weight * length;
    auto reach = std::ranges::find(reaches_[i], length, &Reach::length);
    if (reach == reaches_[i].end()) {
      // A fifth length counts as the fourth: every cut goes through so long a stencil anyway.
      if (reaches_[i].size() < reaches_[i].capacity()) reaches_[i].push_back({length, 0, 0});
      reach = reaches_[i].end() - 1;
    }
    reach->weight += weight;
    if (straight) reach->straight += weight;
  }
}

/// The cut of a box w is proportional to the sum of sent_i / w_i, so the best box with w_0 w_1 ... = n has w_i
/// proportional to sent_i: 6:1 for nearest neighbor with hops, while the extents would give 3:1. Widths are limited to
/// the length of the dimension, and to at least one cell.
void StripPlanner::find_ideal_box() {
  Axes open;
  for (std::size_t i = 0; i < grid_.ndims(); ++i)
    if (grid_.dim(i) > 1 && sent_[i] > 0) open.push_back(i);
  auto cells = static_cast<double>(node_);
  while (!open.empty()) {
    double product = 1;
    for (const std::size_t i : open) product *= sent_[i];
    const double scale = root(cells / product, open.size());
    Axes still_open;
    Axes thin;
    for (const std::size_t i : open) {
      const auto dim = static_cast<double>(grid_.dim(i));
      ideal_[i] = std::min(sent_[i] * scale, dim);
      if (ideal_[i] == dim)
        cells /= dim;
      else
        (ideal_[i] < 1 ? thin : still_open).push_back(i);
    }
    if (still_open.size() + thin.size() == open.size()) {
      for (const std::size_t i : thin) ideal_[i] = 1;
      if (thin.empty()) return;
      open = still_open;
    } else {
      for (const std::size_t i : thin) still_open.push_back(i);
      open = still_open;
    }
  }
}

StripPlanner::Division StripPlanner::division(std::size_t dim, const Widths& widths) const {
  const auto length = static_cast<double>(grid_.dim(dim));
  const auto wide = static_cast<double>(widths.wide);
  const auto wide_width = static_cast<double>(widths.wide_width);
  const auto rest = static_cast<double>(widths.rest);
  const auto rest_width = static_cast<double>(widths.rest_width);
  Division division{};
  division.widths = widths;
  division.length = grid_.dim(dim);
  division.turns = wide + rest - 1;
  division.squares = wide * wide_width * wide_width + rest * rest_width * rest_width;
  division.mean = length / (wide + rest);
  const bool divided = widths.count() > 1;
  for (const Reach& reach : reaches_[dim]) {
    const double r = reach.length;
    const double edges = grid_.periodic(dim) ? length : std::max(0.0, length - r);
    const double kept = wide * std::max(0.0, wide_width - r) + rest * std::max(0.0, rest_width - r);
    if (divided) division.crossing += reach.weight * (edges - kept);
    division.step += reach.straight * std::min(r, division.mean);
  }
  division.crossing *= static_cast<double>(grid_.size()) / length;
  division.saved = division.step / division.mean;
  division.common = widths.wide == 0   ? widths.rest_width
                    : widths.rest == 0 ? widths.wide_width
                                       : std::gcd(widths.wide_width, widths.rest_width);
  // Narrow strips have more crossings, wide ones have longer boundaries between nodes.
  division.score = division.crossing + static_cast<double>(grid_.size()) * sent_[dim] * (division.squares / length) /
                                           (ideal_[dim] * ideal_[dim]);
  return division;
}

void StripPlanner::divide(std::size_t dim) {
  const std::int64_t length = grid_.dim(dim);
  const std::size_t begin = divisions_.size();
  first_.push_back(begin);
  if (sent_[dim] == 0 || length == 1) {
    divisions_.push_back(division(dim, {length, 1, 0, 0}));
    return;
  }
  std::int64_t last_count = 0;
  const auto even = [&](std::int64_t count) {
    if (count == last_count) return;
    divisions_.push_back(division(dim, even_wide_last(length, count)));
    last_count = count;
  };
  const auto near = whole(ideal_[dim], length - 2);
  // With many strips, the remainder matters little. With two or more dimensions across the strips, choices multiply, so
  // we try fewer of them.
  const std::int64_t many = grid_.ndims() > 2 ? 8 : 16;
  const std::int64_t widest_of_many = near + (grid_.ndims() > 2 ? 1 : 2);
  for (std::int64_t width = near + 2; width >= 1 && width >= near - 1; --width) {
    if (length / width > many) {
      if (width > widest_of_many) continue;
      divisions_.push_back(division(dim, Widths::wide_last(length, width)));
      continue;
    }
    even(length / width);
    if (length % width == 0) continue;
    divisions_.push_back(division(dim, Widths::wide_last(length, width)));
    divisions_.push_back(division(dim, Widths::narrow_last(length, width)));
    even(length / width + 1);
  }
  // The most promising first: then most others are rejected early. Processes with different standard libraries must
  // agree, so ties keep their order.
  const std::size_t most = std::min(max_divisions(grid_.ndims(), length), divisions_.size() - begin);
  std::ranges::stable_sort(divisions_.begin() + static_cast<std::ptrdiff_t>(begin), divisions_.end(), {},
                           &Division::score);
  divisions_.resize(begin + most);
}

void StripPlanner::try_run(std::size_t dim) {
  Axes across;
  for (std::size_t i = 0; i < grid_.ndims(); ++i)
    if (i != dim) across.push_back(i);
  // Strips follow each other first along the dimension with the densest traffic: turns save most there, and steps
  // within a slice are cheapest.
  std::ranges::sort(across, std::ranges::less{}, [&](std::size_t i) { return std::pair(sent_[i] / ideal_[i], i); });
  const Run run = run_along(dim);
  base::FixedVector<std::size_t, grid::max_dims> choice(across.size());
  Chosen chosen(across.size());
  for (std::size_t j = 0; j < across.size(); ++j) {
    choice[j] = first_[across[j]];
    chosen[j] = &divisions_[choice[j]];
  }
  for (;;) {
    if (const double cut = cost(run, chosen, least_); cut < least_) {
      least_ = cut;
      best_.run = dim;
      best_.across = across;
      best_.widths.resize(0);
      for (const Division* division : chosen) best_.widths.push_back(division->widths);
    }
    std::size_t j = across.size();
    while (j-- > 0) {
      if (++choice[j] < first_[across[j] + 1]) break;
      choice[j] = first_[across[j]];
    }
    if (j >= across.size()) return;
    for (; j < across.size(); ++j) chosen[j] = &divisions_[choice[j]];
  }
}

StripOrderPlan StripPlanner::best() {
  divisions_.reserve(grid_.ndims() * 16);
  for (std::size_t i = 0; i < grid_.ndims(); ++i) divide(i);
  first_.push_back(divisions_.size());
  least_ = infinite;
  best_.rows_turn = true;
  for (std::size_t i = 0; i < grid_.ndims(); ++i)
    if (grid_.dim(i) > 1) try_run(i);
  if (least_ < infinite || grid_.ndims() == 0) return best_;
  // No combination of the candidates fits. Take the ideal widths, limited by slices that fit into a node.
  std::int64_t cells = node_;
  for (std::size_t i = 1; i < grid_.ndims(); ++i) {
    const std::int64_t width = std::max<std::int64_t>(1, whole(ideal_[i] + 0.5, std::min(cells, grid_.dim(i))));
    best_.across.push_back(i);
    best_.widths.push_back(even_wide_last(grid_.dim(i), grid_.dim(i) / width));
    cells /= width;
  }
  return best_;
}

}  // namespace cartwright::mapping
