// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/work.hpp"

#include "datatype/interpreter.hpp"

#include <algorithm>
#include <vector>

namespace cartwright::bench {

namespace {

constexpr std::int64_t line_bytes = 64;
constexpr std::int64_t narrow_bytes = 8;

std::int64_t parts_of(std::int64_t bytes, std::int64_t part) { return (bytes + part - 1) / part; }

std::int64_t line_of(std::int64_t at) { return at >= 0 ? at / line_bytes : -parts_of(-at, line_bytes); }

}  // namespace

Work work_of(const datatype::Type& type, std::int64_t vector_bytes) {
  Work work;
  std::vector<std::int64_t> lines;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  const auto finish = [&] {
    if (begin == end) return;
    ++work.blocks;
    end - begin <= narrow_bytes ? ++work.narrow : work.wide += parts_of(end - begin, vector_bytes);
    for (std::int64_t line = line_of(begin); line <= line_of(end - 1); ++line)
      if (lines.empty() || lines.back() != line) lines.push_back(line);
  };
  datatype::for_each_element(type, 0, [&](std::int64_t at, std::int64_t bytes) {
    work.bytes += bytes;
    if (at != end || begin == end) {
      finish();
      begin = at;
    }
    end = at + bytes;
  });
  finish();
  std::ranges::sort(lines);
  work.lines = std::ranges::unique(lines).begin() - lines.begin();
  work.packed = parts_of(work.bytes, vector_bytes);
  work.packed_lines = parts_of(work.bytes, line_bytes);
  return work;
}

}  // namespace cartwright::bench
