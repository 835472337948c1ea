// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/placement.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// The grid as text, coloured by node: two rows of cells a line in half blocks where there is colour,
/// else a letter or digit per cell. Slices of three and more dimensions stand beside each other. Empty
/// when it does not fit in `width` columns and `most_lines` lines.
std::string picture_text(const Placement& placement, const Style& style, std::int64_t width, std::int64_t most_lines);

}  // namespace cartwright::report
