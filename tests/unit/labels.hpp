// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/refine.hpp"

#include <cstdint>
#include <vector>

namespace cartwright {

/// The vertices in order: the first part gets the first ones.
inline mapping::Labels blocked_labels(const machine::Sizes& sizes) {
  mapping::Labels labels;
  for (std::int64_t slot = 0; slot < sizes.total(); ++slot) labels.push_back(mapping::Part(sizes.part_of(slot)));
  return labels;
}

/// The number of vertices in each part.
inline std::vector<std::int64_t> counts(const mapping::Labels& labels, std::int64_t parts) {
  std::vector<std::int64_t> counts(parts, 0);
  for (const mapping::Part part : labels) ++counts.at(part.index());
  return counts;
}

}  // namespace cartwright
