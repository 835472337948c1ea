// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/stencil.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::grid {

Stencil::Stencil(std::size_t ndims, std::vector<Offset> offsets) : ndims_(ndims), offsets_(std::move(offsets)) {
  for (const Offset& offset : offsets_) {
    if (offset.delta.size() != ndims_)
      base::fail(base::Status::invalid_argument, "stencil offset ({}) has {} entries, the grid has {} dimensions",
                 to_string(offset.delta), offset.delta.size(), ndims_);
    for (const std::int64_t x : offset.delta)
      if (x > longest_offset || x < -longest_offset)
        base::fail(base::Status::overflow, "stencil offset {} is longer than 2^62", x);
    if (!std::isfinite(offset.weight) || offset.weight < 0)
      base::fail(base::Status::invalid_argument, "stencil weight {} is not a finite number of 0 or more",
                 offset.weight);
  }
}

namespace {

void add_pair(std::vector<Offset>& offsets, std::size_t ndims, std::size_t dim, std::int64_t distance) {
  for (const std::int64_t delta : {distance, -distance}) {
    Coords coords(ndims);
    coords[dim] = delta;
    offsets.push_back({coords});
  }
}

Stencil unit_steps(std::size_t ndims, std::size_t steps) {
  std::vector<Offset> offsets;
  for (std::size_t i = 0; i < steps; ++i) add_pair(offsets, ndims, i, 1);
  return {ndims, std::move(offsets)};
}

}  // namespace

Stencil Stencil::nearest_neighbor(std::size_t ndims) { return unit_steps(ndims, ndims); }

Stencil Stencil::component(std::size_t ndims) { return unit_steps(ndims, ndims == 0 ? 0 : ndims - 1); }

Stencil Stencil::hops(std::size_t ndims) {
  std::vector<Offset> offsets = nearest_neighbor(ndims).offsets();
  if (ndims > 0)
    for (const std::int64_t distance : {2, 3}) add_pair(offsets, ndims, 0, distance);
  return {ndims, std::move(offsets)};
}

Stencil Stencil::moore(std::size_t ndims) {
  if (ndims > 10)
    base::fail(base::Status::unsupported,
               "a moore stencil in {} dimensions has over 59048 offsets: at most 10 dimensions", ndims);
  std::vector<Offset> offsets;
  const Grid cube(Coords(ndims, 3));
  for (const Cell cell : cube.cells()) {
    Coords delta = cube.coords(cell);
    for (auto& x : delta) --x;
    if (cell.number() != cube.size() / 2) offsets.push_back({delta});
  }
  return {ndims, std::move(offsets)};
}

std::vector<Offset> merged(std::vector<Offset> offsets) {
  std::ranges::stable_sort(
      offsets, [](const Offset& a, const Offset& b) { return std::ranges::lexicographical_compare(a.delta, b.delta); });
  std::vector<Offset> joined;
  for (const Offset& offset : offsets) {
    if (!joined.empty() && joined.back().delta == offset.delta)
      joined.back().weight += offset.weight;
    else
      joined.push_back(offset);
  }
  return joined;
}

namespace {

/// Number of x in [0, length) with x + delta (wrapped at `dim` when periodic) in [0, length) too.
double stays_inside(std::int64_t length, std::int64_t delta, std::int64_t dim, bool periodic) {
  const auto overlap = [&](std::int64_t shift) { return shift < length ? length - shift : 0; };
  if (!periodic) {
    if (delta <= -length || delta >= length) return 0;
    return static_cast<double>(overlap(delta < 0 ? -delta : delta));
  }
  std::int64_t shift = delta % dim;
  if (shift < 0) shift += dim;
  if (shift == 0) return static_cast<double>(length);
  return static_cast<double>(overlap(shift) + overlap(dim - shift));
}

}  // namespace

double internal_weight(const Grid& grid, const Stencil& stencil, const Coords& box) {
  double sum = 0;
  for (const Offset& offset : stencil.offsets()) {
    double edges = offset.weight;
    for (std::size_t i = 0; i < grid.ndims(); ++i)
      edges *= stays_inside(box[i], offset.delta[i], grid.dim(i), grid.periodic(i));
    sum += edges;
  }
  return sum;
}

double total_weight(const Grid& grid, const Stencil& stencil) { return internal_weight(grid, stencil, grid.dims()); }

}  // namespace cartwright::grid
