// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "mapping/problem.hpp"

#include <string>

namespace cartwright {

/// Offsets up to 3 away in every dimension, with weights of 1 to 4.
inline grid::Stencil random_offsets(base::Random& random, std::size_t ndims) {
  std::vector<grid::Offset> offsets(random.below(7));
  for (grid::Offset& offset : offsets) {
    offset.delta = grid::Coords(ndims);
    for (auto& x : offset.delta) x = random.below(7) - 3;
    offset.weight = static_cast<double>(1 + random.below(4));
  }
  return {ndims, offsets};
}

inline grid::Stencil random_stencil(base::Random& random, std::size_t ndims) {
  switch (random.below(4)) {
    case 0: return grid::Stencil::nearest_neighbor(ndims);
    case 1: return grid::Stencil::component(ndims);
    case 2: return grid::Stencil::hops(ndims);
    default: return random_offsets(random, ndims);
  }
}

/// Equal nodes (of a size that divides `total`), two alternating sizes, or anything.
inline machine::Sizes random_sizes(base::Random& random, std::int64_t total) {
  if (random.below(3) == 0) {
    std::int64_t n = 1 + random.below(total);
    while (total % n != 0) --n;
    return machine::Sizes::equal(total / n, n);
  }
  machine::Sizes sizes;
  const bool alternating = random.below(2) == 0;
  const std::int64_t a = 1 + random.below(12);
  const std::int64_t b = 1 + random.below(12);
  for (std::int64_t left = total; left > 0;) {
    const std::int64_t drawn = alternating ? (sizes.count() % 2 == 0 ? a : b) : 1 + random.below(20);
    const std::int64_t size = drawn < left ? drawn : left;
    sizes.append(size);
    left -= size;
  }
  return sizes;
}

/// 0 to 5 dimensions, at most `largest` cells, sometimes with dims of 1 and with periods.
inline mapping::Problem random_problem(base::Random& random, std::int64_t largest = 600) {
  const auto ndims = static_cast<std::size_t>(random.below(6));
  grid::Coords dims(ndims, 1);
  base::FixedVector<bool, grid::max_dims> periods(ndims, false);
  std::int64_t size = 1;
  for (std::size_t i = 0; i < ndims; ++i) {
    if (random.below(6) != 0)
      dims[i] = 1 + random.below(ndims == 1 ? largest : std::min<std::int64_t>(25, largest / size));
    size *= dims[i];
    periods[i] = random.below(4) == 0;
  }
  const grid::Grid grid(dims, periods);
  return {grid, random_stencil(random, ndims), machine::Machine::nodes(random_sizes(random, grid.size()))};
}

/// Enough to build the same problem again.
inline std::string describe(const mapping::Problem& problem) {
  std::string text = "dims " + grid::to_string(problem.grid().dims()) + ", periods ";
  for (std::size_t i = 0; i < problem.grid().ndims(); ++i) text += problem.grid().periodic(i) ? '1' : '0';
  text += ", offsets";
  for (const grid::Offset& offset : problem.stencil().offsets())
    text += fmt::format(" ({})*{}", grid::to_string(offset.delta), offset.weight);
  text += ", nodes";
  for (const machine::Sizes::Run& run : problem.machine().node_sizes().runs())
    text += fmt::format(" {}..{}", run.size, run.last_part);
  return text;
}

}  // namespace cartwright
