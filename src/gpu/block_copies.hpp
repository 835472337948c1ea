// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "device/driver.hpp"
#include "jit/flat_nest.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::gpu {

/// Between a GPU and the host, blocks of at least so many bytes are left to the copies of the driver, in two and three
/// dimensions: they need no buffer on the GPU. So are shorter blocks if there are few: a copy starts sooner than a
/// kernel. `make gpu-check` prints the time of kernels beside that of these copies: on an H100 copies were faster for
/// 1024 blocks of 8 bytes, 4096 of 64, and any number of 512 bytes, and slower for 8192 of 8 bytes.
constexpr std::int64_t large_block = 512;
constexpr std::int64_t few_blocks = 4096;
/// To start a copy takes microseconds. A program that needs several copies must move so many bytes by each on average.
constexpr std::int64_t worth_a_copy = 256 << 10;

/// A program as copies of the driver. Its two innermost loops are the rows and the planes of a copy,
/// where the driver allows their strides. There is a copy for each turn of the others.
class BlockCopies {
 public:
  explicit BlockCopies(const jit::Program& program);

  /// Whether few copies move all blocks so many times, and are faster than kernels.
  bool pay(std::int64_t turns) const;

  /// Starts the copies. Exactly one of both addresses is in memory of the host: `from_host` says which.
  void start(std::byte* to, const std::byte* from, std::int64_t turns, bool from_host, device::Stream* stream) const;

 private:
  std::vector<jit::FlatNest> nests_;  ///< none if blocks have unequal lengths
  std::int64_t least_block_ = 0;
  std::int64_t bytes_ = 0;  ///< of one turn
  std::int64_t from_stride_ = 0;
  std::int64_t to_stride_ = 0;
};

}  // namespace cartwright::gpu
