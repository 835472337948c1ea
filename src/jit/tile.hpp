// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

namespace cartwright::jit {

/// Two loops that go through memory against the grain: the inner one in long steps, the outer one from byte to byte of
/// the same lines, as packing the columns of a row-major matrix does. Every byte has its place in the packed stream
/// whatever the order, so that both may be cut into tiles that use a line of the cache while it is there.
///
/// How many turns of a loop around `inner` share a line; 0 where that does not fit, or would change which of two writes
/// to the same byte is the last.
std::int64_t tile_width(const Copy& inner, std::int64_t from_stride, std::int64_t to_stride, Direction direction);

/// The same moves, tile by tile, of `pieces` blocks at most. The loop has a tile_width.
Copy tiled(const Copy& outer, Direction direction, std::int64_t pieces);

}  // namespace cartwright::jit
