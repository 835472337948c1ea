// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/work.hpp"

#include "datatype/interpreter.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace cartwright::bench {

namespace {

constexpr std::int64_t line_bytes = 64;
constexpr std::int64_t narrow_bytes = 8;

std::int64_t parts_of(std::int64_t bytes, std::int64_t part) { return (bytes + part - 1) / part; }

std::int64_t line_of(std::int64_t at) { return at >= 0 ? at / line_bytes : -parts_of(-at, line_bytes); }

struct Block {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// In typemap order, joined where they are adjacent.
std::vector<Block> blocks_of(const datatype::Type& type) {
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
void count_moves(const std::vector<Block>& blocks, std::int64_t vector_bytes, Work& work) {
  std::int64_t reached = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::int64_t begin = std::max(blocks[i].begin, reached);
    if (begin >= blocks[i].end) continue;
    const std::int64_t moves = parts_of(blocks[i].end - begin, vector_bytes);
    reached = begin + moves * vector_bytes;
    const bool alone = i + 1 == blocks.size() || blocks[i + 1].begin >= reached;
    alone&& blocks[i].end - begin <= narrow_bytes ? ++work.narrow : work.wide += moves;
  }
}

}  // namespace

Work work_of(const datatype::Type& type, std::int64_t vector_bytes) {
  std::vector<Block> blocks = blocks_of(type);
  Work work;
  work.bytes = type.size;
  work.blocks = std::ssize(blocks);
  work.packed = parts_of(work.bytes, vector_bytes);
  work.packed_lines = parts_of(work.bytes, line_bytes);
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
