// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

namespace cartwright::mapping {

/// How thoroughly the guillotine dynamic program searches.
struct GuillotineEffort {
  std::int64_t max_boxes = 20000;     ///< distinct boxes to consider
  std::int64_t max_strip_parts = 16;  ///< boxes of more parts are filled by strips only if nothing else works
};

/// The parts (one per domain of `sizes`, in their order) of the best guillotine partition of the grid: planes cut boxes
/// in two until a box is one part, or is filled by strips.
///
/// The cut of a partition is the weight of all edges less the weight of the edges inside parts. The latter is exact and
/// additive, and for a box it depends only on the shape.
std::vector<std::vector<grid::Cell>> guillotine_parts(const grid::Grid& grid, const grid::Stencil& stencil,
                                                      const machine::Sizes& sizes, const GuillotineEffort& effort);

}  // namespace cartwright::mapping
