// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/fit_p.hpp"
#include "record/structure.hpp"

namespace cartwright::record {

/// A grid as a hypothesis: the pairs of one offset are a class.
struct GridFit {
  grid::Grid grid;
  std::vector<grid::Coords> offsets;
  Hypothesis pairs;  ///< a class for each offset
  Fit fit;
  double on_faces() const;  ///< the part of the bytes to neighbors along one dimension
};

/// The grids of up to 4 dimensions that describe the traffic nearly as well as the best of them, and clearly better
/// than they would describe a random pattern. Offsets have components of 1 at most, or one component of up to 3.
std::vector<GridFit> fit_grids(const Pairs& pairs, std::size_t max_sampled);

Structure structure_of(const GridFit& fitted);

}  // namespace cartwright::record
