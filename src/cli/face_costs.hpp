// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/halo.hpp"

#include <vector>

namespace cartwright::cli {

/// For each dimension the time to pack an element of a face of doubles, relative to the least, to one decimal. Measured
/// on this machine, on parts of at most 16 MiB of the array.
std::vector<double> measured_face_costs(const grid::Halo& halo);

}  // namespace cartwright::cli
