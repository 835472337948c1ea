// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/kernels.hpp"

#include "random_program.hpp"

#include <gtest/gtest.h>

namespace cartwright::jit {
namespace {

void expect_precompiled_same_as_reference(const Drawn& drawn, base::Random& random) {
  expect_same_as_reference(drawn, random, [&](std::byte* to, const std::byte* from, std::int64_t n, const void* table) {
    run_precompiled(drawn.program, to, from, n, table);
  });
}

TEST(Kernels, MoveTheSameBytesAsTheReference) {
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    RandomPrograms programs(seed);
    const Drawn drawn = programs.draw();
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, describe(drawn)));
    expect_precompiled_same_as_reference(drawn, programs.random());
    if (HasFailure()) return;
  }
}

TEST(Kernels, MoveBlocksOfEverySize) {
  base::Random random(1);
  for (std::int64_t bytes = 0; bytes <= 700; ++bytes)
    for (const Direction direction : {Direction::pack, Direction::unpack}) {
      Drawn drawn;
      drawn.program.direction = direction;
      drawn.program.body.bytes = bytes;
      drawn.n = random.below(9);
      const std::int64_t stride = bytes + random.below(20);
      drawn.program.from_stride = direction == Direction::pack ? stride : bytes;
      drawn.program.to_stride = direction == Direction::pack ? bytes : stride;
      SCOPED_TRACE(describe(drawn));
      expect_precompiled_same_as_reference(drawn, random);
      const bool narrow = random.below(2) == 0;
      drawn.program.table = narrow ? Program::Table::narrow : Program::Table::wide;
      (direction == Direction::pack ? drawn.program.from_stride : drawn.program.to_stride) = 0;
      for (std::int64_t k = 0; k < drawn.n; ++k) {
        drawn.wide.push_back((drawn.n - k) * stride);
        drawn.narrow.push_back(static_cast<std::int32_t>(drawn.wide.back()));
      }
      expect_precompiled_same_as_reference(drawn, random);
    }
}

/// Packs or unpacks the elements of a matrix of `rows` x `columns` column by column.
Drawn transposed(Direction direction, std::int64_t rows, std::int64_t columns, std::int64_t bytes) {
  Drawn drawn;
  const bool packs = direction == Direction::pack;
  Copy block;
  block.bytes = bytes;
  Copy column;
  column.kind = Copy::Kind::loop;
  column.count = rows;
  column.bytes = rows * bytes;
  column.from_stride = packs ? columns * bytes : bytes;
  column.to_stride = packs ? bytes : columns * bytes;
  column.parts.push_back({0, 0, block});
  drawn.program.direction = direction;
  drawn.program.body = column;
  drawn.program.from_stride = packs ? bytes : column.bytes;
  drawn.program.to_stride = packs ? column.bytes : bytes;
  drawn.n = columns;
  return drawn;
}

TEST(Kernels, TransposeArraysWithMoreLinesThanCachesHold) {
  base::Random random(2);
  for (const Direction direction : {Direction::pack, Direction::unpack})
    for (const std::int64_t columns : {2, 7, 8, 9, 31})
      for (const std::int64_t bytes : {4, 16, 24}) {
        const Drawn drawn = transposed(direction, 2000, columns, bytes);
        SCOPED_TRACE(describe(drawn));
        expect_precompiled_same_as_reference(drawn, random);
      }
}

TEST(Kernels, RunNestsOfMoreLoopsThanANestHolds) {
  base::Random random(3);
  for (const Direction direction : {Direction::pack, Direction::unpack}) {
    Drawn drawn;
    drawn.program.direction = direction;
    drawn.program.body.bytes = 3;
    std::int64_t data = 4;
    for (int level = 0; level < 15; ++level, data *= 2) {
      Copy loop;
      loop.kind = Copy::Kind::loop;
      loop.count = 2;
      loop.bytes = 2 * drawn.program.body.bytes;
      loop.from_stride = direction == Direction::pack ? data : drawn.program.body.bytes;
      loop.to_stride = direction == Direction::pack ? drawn.program.body.bytes : data;
      loop.parts.push_back({0, 0, std::move(drawn.program.body)});
      drawn.program.body = std::move(loop);
    }
    drawn.n = 1;
    expect_precompiled_same_as_reference(drawn, random);
  }
}

}  // namespace
}  // namespace cartwright::jit
