// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/block_kernels.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace cartwright::jit {

/// Loops around a block, outermost first, which may run in any order. One is built for every small message, so it
/// writes no more than it holds.
class Nest {
 public:
  static constexpr std::size_t most = 12;

  Nest() {}  // NOLINT: dims are written when they are added
  Nest(const Nest& other) : depth_(other.depth_) { std::ranges::copy(other.dims(), dims_.begin()); }
  Nest& operator=(const Nest&) = delete;

  bool full() const { return depth_ == most; }
  bool empty() const { return depth_ == 0; }
  std::span<const Dim> dims() const { return {dims_.data(), depth_}; }
  const Dim& innermost() const { return dims_[depth_ - 1]; }
  void push(const Dim& dim) { dims_[depth_++] = dim; }
  void pop() { --depth_; }

 private:
  std::array<Dim, most> dims_;
  std::size_t depth_ = 0;
};

/// Moves blocks of one size. The constructor brings the loops into the best order for memory and chooses the kernel,
/// once for many runs.
class NestKernel {
 public:
  NestKernel(const Nest& nest, std::int64_t bytes);
  void run(std::byte* to, const std::byte* from) const {
    if (!nothing_) walk(0, to, from, dims_[depth_ - 1].count);
  }

 private:
  void tile();
  void walk(std::size_t level, std::byte* to, const std::byte* from, std::int64_t innermost_count) const;

  std::array<Dim, Nest::most + 2> dims_;  ///< at least two
  std::size_t depth_ = 0;
  std::size_t tiled_ = Nest::most + 2;  ///< the loop that takes as many turns at once as the innermost loop has
  bool nothing_ = false;
  std::int64_t bytes_;
  BlockKernels::Nest kernel_;
};

}  // namespace cartwright::jit
