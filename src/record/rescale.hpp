// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/structure.hpp"

#include <string>
#include <vector>

namespace cartwright::record {

/// The traffic of the same program with another number of processes, as its structure predicts it.
struct Rescaled {
  Structure structure;
  Pairs pairs;
  std::vector<std::string> notes;
};

/// The same stencil on a grid for this number of processes. Entries of `dims` above 0 stay; with no dims, they follow from
/// the record: by the rule of MPI_Dims_create if the recorded dims do, also in reverse, and otherwise those with a shape
/// closest to the recorded one. Each process sends as much in each direction as in the record. Throws Error: dims that do
/// not fit, more grids than can be tried, too many edges.
Rescaled rescale(const Structure& recorded, std::int64_t processes, const grid::Coords& dims = {});

}  // namespace cartwright::record
