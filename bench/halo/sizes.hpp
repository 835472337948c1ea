// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cartwright::bench {

/// Along the three dimensions.
using Triple = std::array<std::int64_t, 3>;

/// The grid of one measurement, in floats.
struct HaloSizes {
  Triple total{};        ///< the whole grid
  Triple per_process{};  ///< the block of each process
  Triple halo{};         ///< floats in a message along each dimension

  std::int64_t halo_sum() const { return halo[0] + halo[1] + halo[2]; }
  /// Bytes of all six messages.
  std::int64_t bytes() const { return 2 * static_cast<std::int64_t>(sizeof(float)) * halo_sum(); }
};

/// The step-th grid (0 to 9) of [Niethammer2019, slide 29]. Its output follows this rule: along dimension d, the grid
/// should have start[d] * 2^step * p^(1/3) elements on p processes, an average of start[d] * 2^step per process. That
/// number is rounded to an integer, and then rounded up to make all blocks equal.
inline HaloSizes halo_sizes(const Triple& start, const Triple& dims, int step) {
  const std::int64_t processes = dims[0] * dims[1] * dims[2];
  const double side = std::cbrt(static_cast<double>(processes));
  const std::int64_t whole = std::llround(side);
  const bool is_cube = whole * whole * whole == processes;
  HaloSizes sizes;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::int64_t average = start[d] << step;
    const std::int64_t wanted =
        is_cube ? average * whole : static_cast<std::int64_t>(static_cast<double>(average) * side);
    sizes.per_process[d] = std::max<std::int64_t>((wanted + dims[d] - 1) / dims[d], 1);
    sizes.total[d] = sizes.per_process[d] * dims[d];
  }
  const Triple& n = sizes.per_process;
  sizes.halo = {n[1] * n[2], n[0] * n[2], n[0] * n[1]};
  return sizes;
}

/// The number of parts into which the domains of each level (outermost first) cut each dimension if consecutive ranks
/// fill the grid, as calculated by hand on [Niethammer2019, slide 31]. A domain of n consecutive ranks extends along
/// the last dimension as far as possible, in equal parts of it, then along the one before. Parts may be fractions: 24
/// ranks on 32 x 24 x 16 are 1 x 1.5 x 16.
inline std::vector<std::array<double, 3>> sequential_cuts(const std::vector<std::int64_t>& level_sizes,
                                                          const Triple& dims) {
  std::array<double, 3> outer{};
  double ranks = 1;
  for (std::size_t d = 0; d < 3; ++d) ranks *= outer[d] = static_cast<double>(dims[d]);
  std::vector<std::array<double, 3>> cuts;
  for (const std::int64_t size : level_sizes) {
    ranks /= static_cast<double>(size);
    std::array<double, 3> extent{}, cut{};
    double left = ranks;
    for (std::size_t d = 3; d-- > 0;) {
      const auto whole = static_cast<double>(dims[d]);
      extent[d] = whole / std::ceil(whole / left - 1e-9);
      left /= extent[d];
      cut[d] = outer[d] / extent[d];
    }
    cuts.push_back(cut);
    outer = extent;
  }
  return cuts;
}

}  // namespace cartwright::bench
