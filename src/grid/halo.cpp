// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/halo.hpp"

#include "base/error.hpp"
#include "grid/parse.hpp"

#include <cmath>

namespace cartwright::grid {

namespace {

/// One value for each dimension. `option` names the list in errors.
std::vector<double> for_each_dimension(std::span<const double> values, std::size_t ndims, std::string_view option) {
  for (const double value : values)
    if (!(value >= 0) || std::isinf(value))
      base::fail(base::Status::invalid_argument, "{} {}: give a finite number of 0 or more", option, value);
  if (values.empty()) return std::vector<double>(ndims, 1);
  if (values.size() == 1) return std::vector<double>(ndims, values.front());
  if (values.size() != ndims)
    base::fail(base::Status::invalid_argument, "{} has {} numbers for {} dimensions: give one for each, or one for all",
               option, values.size(), ndims);
  return {values.begin(), values.end()};
}

}  // namespace

std::vector<double> Halo::weights() const {
  std::vector<double> weights;
  for (std::size_t i = 0; i < data.size(); ++i) weights.push_back(widths[i] * costs[i] / static_cast<double>(data[i]));
  return weights;
}

Stencil Halo::stencil(const Coords& dims) const {
  std::vector<Offset> offsets;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    double cost = widths[i] * costs[i];
    for (std::size_t k = 0; k < dims.size(); ++k)
      if (k != i) cost *= static_cast<double>(data[k]) / static_cast<double>(dims[k]);
    for (const std::int64_t step : {1, -1}) {
      Offset offset{Coords(dims.size(), 0), cost};
      offset.delta[i] = step;
      offsets.push_back(offset);
    }
  }
  return Stencil(dims.size(), std::move(offsets));
}

Halo parse_halo(std::string_view data, std::span<const double> widths, std::span<const double> costs) {
  const Coords extents = parse_dims(data);
  for (const std::int64_t extent : extents)
    if (extent < 1)
      base::fail(base::Status::invalid_argument, "--data {}: the extent {} is not positive: give 1 or more", data,
                 extent);
  return {extents, for_each_dimension(widths, extents.size(), "--halo"),
          for_each_dimension(costs, extents.size(), "--cost-per-dim")};
}

}  // namespace cartwright::grid
