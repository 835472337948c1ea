// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cartwright::jit {

/// Options of generated code. The first fields come from the features of the processor, the others from measurements
/// (calibrate.cpp).
struct Tuning {
  /// Instruction sets of x86-64; each includes those before. avx512: F, BW, DQ and VL, as in every server since 2017.
  enum class Instructions : std::uint8_t { sse2, avx2, avx512 };

  Instructions instructions = Instructions::sse2;
  int vector_bytes = 16;          ///< widest register for blocks: 16, 32 or 64
  bool permute = false;           ///< gather strides of 2 to 4 elements by permuting whole vectors
  bool masked_stores = false;     ///< scatter such strides by masked stores
  bool masked_blocks = false;     ///< move the end of a block by a masked load and store
  bool scatter = false;           ///< use scatter instructions for index lists beyond the first-level cache
  std::int64_t string_bytes = 0;  ///< blocks of at least so many bytes use the string move, if they exceed the
                                  ///< first-level cache in all; 0: never
  /// Whether long blocks use the string move if the data has at least far_bytes in all. Measured when such data comes.
  std::optional<bool> far_string;
  std::int64_t far_bytes = std::int64_t{8} << 20;
  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// The options for this process and data of so many bytes: measured on first use, in 2 ms, and for data of far_bytes
/// in some 30 ms, and kept in a file for the next process. Thread safe.
const Tuning& tuning(std::int64_t bytes = 0);

/// Sets the folder of the file, which is created if it does not exist. "", the default, stands for no file. To be
/// called before the first tuning().
void set_cache_folder(std::string folder);

/// Replaces the options, for tests; not while another thread generates code.
void set_tuning(const Tuning& tuning);

}  // namespace cartwright::jit
