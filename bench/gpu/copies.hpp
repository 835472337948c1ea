// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <cstdint>

namespace cartwright::bench {

/// The driver finds out where an address lies.
constexpr int unified_memory = 4;

/// CUDA_MEMCPY2D.
struct Copy2d {
  struct Rows {
    std::size_t x = 0, y = 0;
    int kind = unified_memory;
    const void* host = nullptr;
    Address memory = 0;
    void* array = nullptr;
    std::size_t pitch = 0;
  };
  Rows from, to;
  std::size_t width = 0, height = 0;

  static constexpr const char* function = "cuMemcpy2DAsync_v2";
};

/// CUDA_MEMCPY3D.
struct Copy3d {
  struct Planes {
    std::size_t x = 0, y = 0, z = 0, level = 0;
    int kind = unified_memory;
    const void* host = nullptr;
    Address memory = 0;
    void* array = nullptr;
    void* reserved = nullptr;
    std::size_t pitch = 0, height = 0;
  };
  Planes from, to;
  std::size_t width = 0, height = 0, depth = 0;

  static constexpr const char* function = "cuMemcpy3DAsync_v2";
};

/// Packs blocks at equal distances.
inline Copy2d packing(Address from, std::int64_t count, std::int64_t block, std::int64_t stride, Address packed) {
  Copy2d copy;
  copy.from.memory = from;
  copy.from.pitch = static_cast<std::size_t>(stride);
  copy.to.memory = packed;
  copy.to.pitch = copy.width = static_cast<std::size_t>(block);
  copy.height = static_cast<std::size_t>(count);
  return copy;
}

/// Packs the inner half, along each axis, of a cube of n^3 doubles.
inline Copy3d packing_inner_half(Address from, std::int64_t n, Address packed) {
  Copy3d copy;
  copy.from.x = static_cast<std::size_t>(2 * n);
  copy.from.y = copy.from.z = static_cast<std::size_t>(n / 4);
  copy.from.memory = from;
  copy.from.pitch = static_cast<std::size_t>(8 * n);
  copy.from.height = static_cast<std::size_t>(n);
  copy.to.memory = packed;
  copy.to.pitch = copy.width = static_cast<std::size_t>(4 * n);
  copy.to.height = copy.height = copy.depth = static_cast<std::size_t>(n / 2);
  return copy;
}

/// The other direction of a copy.
template <typename Copy>
Copy reversed(Copy copy) {
  const auto from = copy.from;
  copy.from = copy.to;
  copy.to = from;
  return copy;
}

/// Starts a copy on the default stream.
template <typename Copy>
void start(const Device& device, const Copy& copy) {
  device.call(Copy::function, &copy, static_cast<void*>(nullptr));
}

}  // namespace cartwright::bench
