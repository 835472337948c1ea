// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cartwright::jit {

template <std::size_t Bytes>
struct Vector {
  using Type __attribute__((vector_size(Bytes))) = unsigned char;
};
using V16 = Vector<16>::Type;
using V32 = Vector<32>::Type;

/// The shape of the move of a block: `Count` units, of which the last ends with the block and may overlap the one
/// before. One shape thus serves all blocks with the same number of units, touches no byte outside, and needs no
/// branches.
template <typename UnitType, int UnitCount>
struct Shape {
  using Unit = UnitType;
  static constexpr int count = UnitCount;
};

/// Any number of bytes.
struct AnyShape {};

template <typename S>
[[gnu::always_inline]] inline void move(S, std::byte* to, const std::byte* from, std::int64_t bytes) {
  using Unit = typename S::Unit;
  constexpr std::size_t size = sizeof(Unit);
  const std::size_t last = S::count == 1 ? 0 : bytes - size;
  // All loads come before all stores, within the number of registers: no load waits for a store that might overlap it.
  constexpr int group = 8;
#pragma GCC unroll 4
  for (int begin = 0; begin < S::count; begin += group) {
    Unit units[group];
    const int n = S::count - begin < group ? S::count - begin : group;
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i)
      std::memcpy(&units[i], from + (begin + i == S::count - 1 ? last : (begin + i) * size), size);
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i)
      std::memcpy(to + (begin + i == S::count - 1 ? last : (begin + i) * size), &units[i], size);
  }
}

[[gnu::always_inline]] inline void move(AnyShape, std::byte* to, const std::byte* from, std::int64_t bytes) {
  std::memcpy(to, from, bytes);
}

/// A block whose length is only known at this call.
inline void move_block(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes > 32) return move(AnyShape{}, to, from, bytes);
  if (bytes >= 16) return move(Shape<V16, 2>{}, to, from, bytes);
  if (bytes >= 8) return move(Shape<std::uint64_t, 2>{}, to, from, bytes);
  if (bytes >= 4) return move(Shape<std::uint32_t, 2>{}, to, from, bytes);
  if (bytes >= 2) return move(Shape<std::uint16_t, 2>{}, to, from, bytes);
  if (bytes == 1) *to = *from;
}

}  // namespace cartwright::jit
