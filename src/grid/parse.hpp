// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <string_view>

namespace cartwright::grid {

/// Parsers for grids and stencils as people type them. All throw Error: malformed text, a number past 63 bits, too many
/// dimensions, a file that cannot be read. Blanks around a text are ignored, blanks inside are not.

/// "50x48". dims_create chooses entries of 0; Grid refuses them.
Coords parse_dims(std::string_view text);

/// "1,0": 1 or 0 for every dimension. Empty text means not periodic.
base::FixedVector<bool, max_dims> parse_periods(std::string_view text, std::size_t ndims);

/// nn, component, hops or moore; or offsets "1,0;-1,0;0,1:2.5" (":2.5" is the weight of that offset, by default 1); or
/// the name of a file for parse_stencil_file. Text that begins with a digit or a sign is a list of offsets: write
/// ./NAME for a file with such a name.
Stencil parse_stencil(std::string_view text, std::size_t ndims);

/// The same for a known grid, with three more names: rows, columns and transposes are all-to-alls within the lines
/// along the last dimension, the first, and all of them (line_stencil in grid/lines.hpp).
Stencil parse_stencil(std::string_view text, const Grid& grid);

/// The limit of parse_stencil for lines: edges in one direction of one dimension.
inline constexpr std::int64_t max_line_edges = 1 << 20;

/// The contents of a stencil file: one offset per line in the notation above, "#" begins a comment; or JSON:
/// {"offsets": [{"delta": [1, 0], "weight": 2}, ...]}, where a missing weight is 1.
Stencil parse_stencil_file(std::string_view contents, std::size_t ndims);

}  // namespace cartwright::grid
