// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "device/driver.hpp"
#include "jit/flat_nest.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::gpu {

/// Between a GPU and the host, blocks of at least so many bytes are left to the copies of the driver, in two and three
/// dimensions: they need no buffer on the GPU. `make gpu-check` prints the time of kernels beside that of these copies
/// for blocks of this size and of others.
constexpr std::int64_t large_block = 8 << 10;
/// To start a copy takes microseconds. A program that needs several copies must move so many bytes by each on average.
constexpr std::int64_t worth_a_copy = 256 << 10;

/// A program of large blocks as copies of the driver. Its two innermost loops are the rows and the planes of a copy,
/// where the driver allows their strides. There is a copy for each turn of the others.
class BlockCopies {
 public:
  explicit BlockCopies(const jit::Program& program);

  /// Whether the program has large blocks, and few copies move all of them, so many times.
  bool pay(std::int64_t turns) const;

  /// Starts the copies. Exactly one of both addresses is in memory of the host: `from_host` says which.
  void start(std::byte* to, const std::byte* from, std::int64_t turns, bool from_host, device::Stream* stream) const;

 private:
  std::vector<jit::FlatNest> nests_;  ///< none if a block is small
  std::int64_t bytes_ = 0;            ///< of one turn
  std::int64_t from_stride_ = 0;
  std::int64_t to_stride_ = 0;
};

}  // namespace cartwright::gpu
