// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

namespace cartwright::jit {

/// Packing the columns of a row-major matrix takes two loops: the inner one has long strides, and the outer one
/// advances inside the same cache lines. The order of moves does not matter, so both loops can be cut into tiles that
/// use a line while it is cached.
///
/// The number of turns of a loop around `inner` that share a line. 0 if tiles do not fit, or if they would change which
/// of two writes to the same byte comes last.
std::int64_t tile_width(const Copy& inner, std::int64_t from_stride, std::int64_t to_stride, Direction direction);

/// The same moves, in tiles of at most `pieces` blocks. The tile_width of the loop is not 0.
Copy tiled(const Copy& outer, Direction direction, std::int64_t pieces);

}  // namespace cartwright::jit
