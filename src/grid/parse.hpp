// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <string_view>

namespace cartwright::grid {

/// What people type for a grid. All throw Error: malformed text, a number past 63 bits, too many
/// dimensions, a file that cannot be read. Blanks around a text are ignored, those inside are not.

/// "50x48". An entry of 0 is one to be chosen by dims_create; Grid refuses it.
Coords parse_dims(std::string_view text);

/// "1,0": 1 or 0 for every dimension. Empty text means not periodic.
base::FixedVector<bool, max_dims> parse_periods(std::string_view text, std::size_t ndims);

/// nn, component, hops or moore; or offsets "1,0;-1,0;0,1:2.5" (":2.5" is the weight of that offset,
/// 1 without it); or the name of a file for parse_stencil_file. Text that begins with a digit or a sign
/// is taken for offsets: a file named so is reached as ./NAME.
Stencil parse_stencil(std::string_view text, std::size_t ndims);

/// The same for a grid that is known, which allows three names more: rows, columns and transposes are all-to-alls
/// within the lines along its last dimension, its first, and all of them (line_stencil in grid/lines.hpp).
Stencil parse_stencil(std::string_view text, const Grid& grid);

/// How far parse_stencil follows lines: so many edges in one direction of one dimension.
inline constexpr std::int64_t most_line_edges = 1 << 20;

/// The contents of a stencil file: an offset a line in the notation above, "#" begins a comment; or
/// JSON: {"offsets": [{"delta": [1, 0], "weight": 2}, ...]}, where a missing weight is 1.
Stencil parse_stencil_file(std::string_view contents, std::size_t ndims);

}  // namespace cartwright::grid
