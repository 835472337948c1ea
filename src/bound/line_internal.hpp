// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bound/pattern.hpp"

namespace cartwright::bound {

/// For l = 0 ... min(cells, length of the line): no l cells of the line (a pattern of one dimension)
/// have a larger internal weight than value[l]. Exact while the offsets are short (at most about 10);
/// otherwise the smaller of two bounds of docs/lower-bound.md, section 2.
std::vector<double> line_internal(const Pattern& line, std::int64_t cells);

}  // namespace cartwright::bound
