// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fake_cufft {

/// cufftType
enum class Type : int { r2c = 0x2a, c2r = 0x2c, c2c = 0x29, d2z = 0x6a, z2d = 0x6c, z2z = 0x69 };

inline bool single(Type type) { return static_cast<int>(type) < 0x60; }
inline bool takes_reals(Type type) { return type == Type::r2c || type == Type::d2z; }
inline bool gives_reals(Type type) { return type == Type::c2r || type == Type::z2d; }

/// One side of a plan: element (x, y, z) of batch b is at b * distance + ((x * embed[1] + y) * embed[2] + z) * stride.
struct Side {
  std::vector<std::int64_t> embed;
  std::int64_t stride = 1;
  std::int64_t distance = 0;
  bool reals = false;
};

struct Request {
  Type type = Type::z2z;
  std::vector<std::int64_t> n;
  std::int64_t batch = 1;
  Side in, out;
  std::size_t work_bytes = 0;

  std::int64_t real_bytes() const { return single(type) ? 4 : 8; }
  /// The lengths on a side: the last is n/2 + 1 for the complex numbers of a real transform.
  std::vector<std::int64_t> lengths(const Side& side) const;
  /// Bytes from the first to the last element of a side.
  std::int64_t extent(const Side& side) const;
};

/// Transforms by the definition. A transform to reals destroys its input.
void transform(const Request& request, bool forward, std::byte* in, std::byte* out);

}  // namespace fake_cufft
