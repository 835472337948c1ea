// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/structure.hpp"

#include <vector>

namespace cartwright::record {

/// Some ranks of a program: a component of a coupled model, or ranks that stand apart for input and output, for the
/// particle mesh of a molecular dynamics program, ...
struct Part {
  std::vector<std::int64_t> ranks;     ///< ascending: rank ranks[i] is cell i of the grid
  std::optional<Structure> structure;  ///< none for ranks apart
  double bytes = 0;                    ///< between ranks of this part
};

/// The parts of a program if they explain more of its bytes than the structure of the whole, otherwise none. At least
/// one part is a grid, and the grids have at least half of the ranks. Tries the communicators of the record,
/// consecutive ranks at either end, every n-th rank, ranks with far more or fewer partners than most, and ranks that
/// mostly send or mostly receive; then the same within parts. Programs of more than 2^14 ranks are not divided.
std::vector<Part> find_parts(const Record& record, const Pairs& pairs, const std::optional<Structure>& whole);

/// The part of the bytes between pairs that the grids of the parts explain, 0 to 1.
double explained_by(const std::vector<Part>& parts, const Pairs& pairs);

}  // namespace cartwright::record
