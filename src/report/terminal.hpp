// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/placement.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// The grid as text, colored by node. With color, each line shows two rows of cells as half blocks; without, each cell
/// is a letter or a digit. Slices of grids with three or more dimensions are side by side. Empty if the picture does
/// not fit in `width` columns and `max_lines` lines.
std::string picture_text(const Placement& placement, const Style& style, std::int64_t width, std::int64_t max_lines);

}  // namespace cartwright::report
