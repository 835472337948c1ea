// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/choice/rank_domains.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cartwright::fft::choice {

/// The row-major cell of every rank.
using Cells = std::vector<std::int64_t>;

/// Orders that only depend on the numbers of ranks [Aseeri2019, IV-C, tables I and II].
Cells row_major(std::span<const std::int64_t> dims);
Cells column_major(std::span<const std::int64_t> dims);
Cells morton(std::span<const std::int64_t> dims);

/// Puts lines of the grid along axes[0] into domains of the innermost level as far as possible, the remaining ones into
/// domains of the next level, and so on; then lines of such lines along axes[1], ... Domains may differ in size, and
/// their ranks need not be consecutive. O(processes * levels) for each axis.
Cells gathered_lines(std::span<const std::int64_t> dims, std::span<const std::size_t> axes, const RankDomains& domains);

/// Makes every domain a box of the grid, of the shape that keeps most of its lines inside, from the innermost level
/// outwards. Empty if domains differ in size, and for grids of more than 4 dims.
Cells level_boxes(std::span<const std::int64_t> dims, const RankDomains& domains);

}  // namespace cartwright::fft::choice
