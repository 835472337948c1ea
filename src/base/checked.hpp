// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <limits>

namespace cartwright::base {

/// a * b, or Error{overflow} naming `what` when the product does not fit in 63 bits.
inline std::int64_t checked_mul(std::int64_t a, std::int64_t b, const char* what) {
  std::int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) fail(Status::overflow, "{}: {} x {} does not fit in 63 bits", what, a, b);
  return product;
}

/// a + b, or Error{overflow} naming `what` when the sum does not fit in 63 bits.
inline std::int64_t checked_add(std::int64_t a, std::int64_t b, const char* what) {
  std::int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) fail(Status::overflow, "{}: {} + {} does not fit in 63 bits", what, a, b);
  return sum;
}

/// `value` as an int, or Error{overflow}: for the MPI boundary and for launchers that take 32 bits.
inline int checked_int(std::int64_t value, const char* what) {
  if (value > std::numeric_limits<int>::max() || value < std::numeric_limits<int>::min())
    fail(Status::overflow, "{} is {}, which does not fit in the 32-bit int that MPI takes", what, value);
  return static_cast<int>(value);
}

}  // namespace cartwright::base
