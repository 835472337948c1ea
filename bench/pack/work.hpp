// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/interpreter.hpp"
#include "pack/measure.hpp"

#include <algorithm>
#include <limits>
#include <vector>

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

inline std::int64_t parts_of(std::int64_t bytes, std::int64_t part) { return (bytes + part - 1) / part; }

inline std::int64_t line_of(std::int64_t at) { return at >= 0 ? at / cache_line : -parts_of(-at, cache_line); }

struct Block {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// In typemap order, joined where they are adjacent.
inline std::vector<Block> blocks_of(const datatype::Type& type) {
  std::vector<Block> blocks;
  datatype::for_each_element(type, 0, [&](std::int64_t at, std::int64_t bytes) {
    if (!blocks.empty() && blocks.back().end == at)
      blocks.back().end += bytes;
    else
      blocks.push_back({at, at + bytes});
  });
  return blocks;
}

/// Counts the fewest moves of `vector_bytes` that reach all blocks, which are sorted.
inline void count_moves(const std::vector<Block>& blocks, std::int64_t vector_bytes, Work& work) {
  std::int64_t reached = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::int64_t begin = std::max(blocks[i].begin, reached);
    if (begin >= blocks[i].end) continue;
    const std::int64_t moves = parts_of(blocks[i].end - begin, vector_bytes);
    reached = begin + moves * vector_bytes;
    const bool alone = i + 1 == blocks.size() || blocks[i + 1].begin >= reached;
    alone&& blocks[i].end - begin <= 8 ? ++work.narrow : work.wide += moves;
  }
}

/// `vector_bytes` is the widest register. Blocks that are adjacent in memory and in the stream are one block.
inline Work work_of(const datatype::Type& type, std::int64_t vector_bytes) {
  std::vector<Block> blocks = blocks_of(type);
  Work work;
  work.bytes = type.size;
  work.blocks = std::ssize(blocks);
  work.packed = parts_of(work.bytes, vector_bytes);
  work.packed_lines = parts_of(work.bytes, cache_line);
  std::ranges::sort(blocks, {}, &Block::begin);
  count_moves(blocks, vector_bytes, work);
  std::int64_t next = std::numeric_limits<std::int64_t>::min();
  for (const Block& block : blocks) {
    const std::int64_t last = line_of(block.end - 1);
    work.lines += std::max<std::int64_t>(0, last + 1 - std::max(next, line_of(block.begin)));
    next = std::max(next, last + 1);
  }
  return work;
}

}  // namespace cartwright::bench
