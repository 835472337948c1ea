// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace cartwright::jit {

/// One loop: `count` times, each time `from` and `to` further.
struct Dim {
  std::int64_t count;
  std::int64_t from;
  std::int64_t to;
};

/// A list of displacements of 32 or 64 bits, those of the data; the packed side moves on by `packed_stride`.
struct Entries {
  const void* table;
  std::int64_t count;
  std::int64_t packed_stride;
};

/// The innermost loops around blocks of one size, compiled for it.
struct BlockKernels {
  /// Two loops, the inner one last.
  using Nest = void (*)(std::byte* to, const std::byte* from, const Dim& outer, const Dim& inner, std::int64_t bytes);
  using List = void (*)(std::byte* to, const std::byte* from, const Entries& entries, std::int64_t bytes);

  Nest nest;
  List pack_narrow, pack_wide, unpack_narrow, unpack_wide;
};

/// The best for blocks of `bytes` on this processor.
const BlockKernels& block_kernels(std::int64_t bytes);

}  // namespace cartwright::jit
