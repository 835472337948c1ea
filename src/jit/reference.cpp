// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/kernels.hpp"

#include <cstring>

namespace cartwright::jit {

namespace {

void run(const Copy& copy, Direction direction, std::byte* to, const std::byte* from) {
  const bool packs = direction == Direction::pack;
  std::int64_t dense = 0;
  const auto block = [&](std::int64_t offset, std::int64_t bytes) {
    std::memcpy(to + (packs ? dense : offset), from + (packs ? offset : dense), bytes);
    dense += bytes;
  };
  switch (copy.kind) {
    case Copy::Kind::block: return block(0, copy.bytes);
    case Copy::Kind::loop:
      for (std::int64_t i = 0; i < copy.count; ++i)
        run(copy.parts[0].body, direction, to + i * copy.to_stride, from + i * copy.from_stride);
      return;
    case Copy::Kind::list:
      for (std::int64_t i = 0; i < copy.count; ++i) {
        const std::int64_t offset = copy.node->offsets[i];
        run(copy.parts[0].body, direction, to + (packs ? dense : offset), from + (packs ? offset : dense));
        dense += copy.parts[0].body.bytes;
      }
      return;
    case Copy::Kind::ragged:
      for (std::int64_t i = 0; i < copy.count; ++i) block(copy.node->offsets[i], copy.node->lengths[i]);
      return;
    case Copy::Kind::sequence:
      for (const Copy::Part& part : copy.parts) run(part.body, direction, to + part.to, from + part.from);
      return;
  }
}

std::int64_t entry(const Program& program, const void* table, std::int64_t i) {
  switch (program.table) {
    case Program::Table::none: return 0;
    case Program::Table::narrow: return static_cast<const std::int32_t*>(table)[i];
    case Program::Table::wide: return static_cast<const std::int64_t*>(table)[i];
  }
  return 0;
}

}  // namespace

void run_reference(const Program& program, std::byte* to, const std::byte* from, std::int64_t n, const void* table) {
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t at = entry(program, table, i);
    const bool packs = program.direction == Direction::pack;
    run(program.body, program.direction, to + i * program.to_stride + (packs ? 0 : at),
        from + i * program.from_stride + (packs ? at : 0));
  }
}

}  // namespace cartwright::jit
