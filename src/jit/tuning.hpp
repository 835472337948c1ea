// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright::jit {

/// What generated code uses where there is a choice. The defaults come from the processor's features, the rest from
/// measuring (calibrate.hpp).
struct Tuning {
  int vector_bytes = 16;               ///< widest register for blocks: 16, 32 or 64
  bool permute = false;                ///< gather strides of 2 to 4 elements by permuting whole vectors
  bool masked_stores = false;          ///< scatter such strides by masked stores
  bool masked_blocks = false;          ///< the odd end of a block by a masked load and store
  std::int64_t unrolled_bytes = 2048;  ///< up to here a nest is written out without loops
  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// The choices for this process: measured on first use and kept in a file (calibrate.cpp). Thread safe.
const Tuning& tuning();

}  // namespace cartwright::jit
