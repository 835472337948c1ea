// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/choice/places.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cartwright::fft::choice {

/// The cell, row-major, of every rank.
using Cells = std::vector<std::int64_t>;

/// Orders that go by the numbers of ranks alone [Aseeri2019, IV-C, tables I and II].
Cells row_major(std::span<const std::int64_t> dims);
Cells column_major(std::span<const std::int64_t> dims);
Cells morton(std::span<const std::int64_t> dims);

/// Lines of the grid along axes[0] are made of processes of one domain of the innermost level as far as they go, those
/// that are left over of one domain of the next level, and so on; then lines of such lines along axes[1], ... No level
/// needs equal domains, and ranks need not follow each other in them. O(processes * levels) for each axis.
Cells gathered_lines(std::span<const std::int64_t> dims, std::span<const std::size_t> axes, const Places& places);

/// Every domain a box of the grid, of the shape that keeps most of its lines inside, from the innermost level outwards.
/// Empty where domains differ in size, and for grids of more than 4 dims.
Cells level_boxes(std::span<const std::int64_t> dims, const Places& places);

}  // namespace cartwright::fft::choice
