// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace cartwright::jit {

/// One loop: `count` turns, which advance by `from` and `to`.
struct Dim {
  std::int64_t count;
  std::int64_t from;
  std::int64_t to;
};

/// A list of displacements, of 32 or 64 bits, on the side of the data. The packed side advances by `packed_stride`.
struct Entries {
  const void* table;
  std::int64_t count;
  std::int64_t packed_stride;
};

/// The innermost loops around blocks of one size, compiled for this size.
struct BlockKernels {
  /// Two loops, the inner one last.
  using Nest = void (*)(std::byte* to, const std::byte* from, const Dim& outer, const Dim& inner, std::int64_t bytes);
  using List = void (*)(std::byte* to, const std::byte* from, const Entries& entries, std::int64_t bytes);

  Nest nest;
  List pack_narrow, pack_wide, unpack_narrow, unpack_wide;
};

/// The best kernels for blocks of `bytes` bytes on this processor.
const BlockKernels& block_kernels(std::int64_t bytes);

}  // namespace cartwright::jit
