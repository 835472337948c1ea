// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/engine/field.hpp"

#include <cstddef>

namespace cartwright::halo::engine {

/// The type of values that are combined.
enum class ValueType : std::uint8_t { bytes, float32, float64, int32, int64 };
/// How a value that arrives and the value that is there become one.
enum class Combination : std::uint8_t { sum, least, greatest };

/// The size of a value; 0 for bytes, which cannot be combined.
std::int64_t bytes_of(ValueType type);

/// Walks two boxes of equal counts in step, and combines each value of `from` into that of `to`. Strides in bytes, the
/// longest first.
struct Combine {
  struct Loop {
    std::int64_t count, to_stride, from_stride;
  };
  std::vector<Loop> loops;
  ValueType type = ValueType::float64;

  void run(Combination combination, std::byte* to, const std::byte* from) const;
};

}  // namespace cartwright::halo::engine
