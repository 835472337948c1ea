// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
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

/// Parses "8x2x12". Nothing if the text is malformed or has another number of processes.
inline std::optional<std::vector<std::int64_t>> parse_levels(std::string_view text, std::int64_t processes) {
  std::vector<std::int64_t> sizes;
  std::int64_t product = 1;
  for (const char* at = text.data();; ++at) {
    std::int64_t size = 0;
    const auto [stop, error] = std::from_chars(at, text.data() + text.size(), size);
    if (error != std::errc() || size < 1 || size > processes / product) return std::nullopt;
    sizes.push_back(size);
    product *= size;
    at = stop;
    if (at == text.data() + text.size()) break;
    if (*at != 'x') return std::nullopt;
  }
  if (product != processes) return std::nullopt;
  return sizes;
}

/// The number of parts into which the domains of each level cut each dimension, from the actual locations of processes:
/// domains[rank * levels + l] is the domain of level l (outermost first) of the process with this rank, row-major in
/// dims. Nothing if the domains of a level are not boxes of one size.
inline std::optional<std::vector<std::array<double, 3>>> placed_cuts(const std::vector<int>& domains,
                                                                     std::size_t levels, const Triple& dims) {
  struct Box {
    Triple low{INT64_MAX, INT64_MAX, INT64_MAX}, high{-1, -1, -1};
    std::int64_t count = 0;
  };
  std::array<double, 3> outer{};
  for (std::size_t d = 0; d < 3; ++d) outer[d] = static_cast<double>(dims[d]);
  std::vector<std::array<double, 3>> cuts;
  for (std::size_t l = 0; l < levels; ++l) {
    std::vector<Box> boxes;
    for (std::size_t rank = 0; rank < domains.size() / levels; ++rank) {
      const std::size_t domain = domains[rank * levels + l];
      if (boxes.size() <= domain) boxes.resize(domain + 1);
      Box& box = boxes[domain];
      ++box.count;
      auto left = static_cast<std::int64_t>(rank);
      for (std::size_t d = 3; d-- > 0; left /= dims[d]) {
        box.low[d] = std::min(box.low[d], left % dims[d]);
        box.high[d] = std::max(box.high[d], left % dims[d]);
      }
    }
    Triple extent{};
    for (std::size_t d = 0; d < 3; ++d) extent[d] = boxes[0].high[d] - boxes[0].low[d] + 1;
    for (const Box& box : boxes) {
      for (std::size_t d = 0; d < 3; ++d)
        if (box.high[d] - box.low[d] + 1 != extent[d]) return std::nullopt;
      if (box.count != extent[0] * extent[1] * extent[2]) return std::nullopt;
    }
    std::array<double, 3> cut{};
    for (std::size_t d = 0; d < 3; ++d) {
      cut[d] = outer[d] / static_cast<double>(extent[d]);
      outer[d] = static_cast<double>(extent[d]);
    }
    cuts.push_back(cut);
  }
  return cuts;
}

}  // namespace cartwright::bench
