// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/nest.hpp"

#include <algorithm>
#include <cstdlib>

namespace cartwright::jit {
namespace {

constexpr std::int64_t cache_line = 64;
/// A cache keeps this many lines whatever their addresses. Lines that are a power of two apart share few sets.
constexpr std::int64_t kept_lines = 16;

/// The loop with the shortest stride on one side.
std::size_t nearest(std::span<const Dim> dims, std::int64_t Dim::* side) {
  const auto shorter = [side](const Dim& a, const Dim& b) { return std::abs(a.*side) < std::abs(b.*side); };
  return std::ranges::min_element(dims, shorter) - dims.begin();
}

}  // namespace

NestKernel::NestKernel(const Nest& nest, std::int64_t bytes)  // NOLINT: dims are written when they are added
    : nothing_(bytes == 0), bytes_(bytes), kernel_(block_kernels(bytes).nest) {
  for (const Dim& dim : nest.dims()) {
    nothing_ = nothing_ || dim.count <= 0;
    if (dim.count != 1) dims_[depth_++] = dim;
  }
  tile();
  constexpr Dim once{1, 0, 0};
  if (depth_ == 0) dims_[depth_++] = once;
  if (depth_ == 1) {
    dims_[1] = dims_[0];
    dims_[0] = once;
    depth_ = 2;
  }
}

/// In a transposed array, the innermost loop takes one block from each of many cache lines. They are evicted before the
/// next turn of the loop that takes the neighboring blocks. A few turns of that loop are therefore made innermost:
/// lines are used while they are cached, and the other side is written in a few streams.
void NestKernel::tile() {
  if (depth_ < 2) return;
  const std::span dims(dims_.data(), depth_);
  for (const auto side : {&Dim::from, &Dim::to}) {
    const std::size_t near = nearest(dims, side);
    const std::int64_t step = std::abs(dims[near].*side);
    std::int64_t lines_between = 1;
    for (const Dim& dim : dims.subspan(near + 1)) lines_between *= dim.count;
    if (step > cache_line || lines_between < kept_lines) continue;
    const Dim innermost{std::min<std::int64_t>(8, dims[near].count), dims[near].from, dims[near].to};
    tiled_ = near;
    dims_[depth_++] = innermost;
    return;
  }
}

void NestKernel::walk(std::size_t level, std::byte* to, const std::byte* from, std::int64_t innermost_count) const {
  const Dim& dim = dims_[level];
  if (level + 2 == depth_) {
    const Dim& last = dims_[level + 1];
    kernel_(to, from, dim, {innermost_count, last.from, last.to}, bytes_);
    return;
  }
  const std::int64_t step = level == tiled_ ? innermost_count : 1;
  for (std::int64_t i = 0; i < dim.count; i += step)
    walk(level + 1, to + i * dim.to, from + i * dim.from,
         level == tiled_ ? std::min(step, dim.count - i) : innermost_count);
}

}  // namespace cartwright::jit
