// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/sizes.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace cartwright::bench {

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
