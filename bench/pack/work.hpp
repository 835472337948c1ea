// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

namespace cartwright::bench {

/// The least that any code does to pack one element of a type, or, with both sides exchanged, to unpack it.
struct Work {
  std::int64_t bytes = 0;
  std::int64_t blocks = 0;  ///< of adjacent bytes
  std::int64_t narrow = 0;  ///< moves on the side of the data for a single block of up to 8 bytes
  std::int64_t wide = 0;    ///< moves of up to a vector there, each for all blocks that it reaches
  std::int64_t packed = 0;  ///< moves of a vector on the packed side
  std::int64_t lines = 0;   ///< cache lines of the data, if it begins at one
  std::int64_t packed_lines = 0;
};

/// `vector_bytes` is the widest register. Blocks that are adjacent in memory and in the stream are one block.
Work work_of(const datatype::Type& type, std::int64_t vector_bytes);

}  // namespace cartwright::bench
