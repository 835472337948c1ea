// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/face_costs.hpp"

#include "cli/datatype_time.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::cli {

namespace {

constexpr double max_elements = 1 << 21;

/// Gigabytes per second, the faster of our ways.
double pack_speed(const datatype::Type& face) {
  double fastest = 0;
  for (const PackTiming& timing : time_datatype(face, 1, {}))
    if (timing.way != "memcpy") fastest = std::max(fastest, timing.pack);
  return fastest;
}

}  // namespace

std::vector<double> measured_face_costs(const grid::Halo& halo) {
  const std::size_t ndims = halo.data.size();
  const auto side = static_cast<std::int64_t>(std::pow(max_elements, 1 / static_cast<double>(ndims)));
  std::vector<std::int64_t> sizes;
  for (const std::int64_t extent : halo.data) sizes.push_back(std::min(extent, side));
  std::vector<double> speeds;
  for (std::size_t i = 0; i < ndims; ++i) {
    std::vector<std::int64_t> face = sizes;
    face[i] = std::clamp<std::int64_t>(std::llround(std::min(halo.widths[i], 1e6)), 1, sizes[i]);
    const std::vector<std::int64_t> starts(ndims, 0);
    speeds.push_back(pack_speed(*datatype::subarray(sizes, face, starts, false, datatype::basic_named("double"))));
  }
  std::vector<double> costs;
  for (const double speed : speeds) costs.push_back(std::round(10 * std::ranges::max(speeds) / speed) / 10);
  return costs;
}

}  // namespace cartwright::cli
