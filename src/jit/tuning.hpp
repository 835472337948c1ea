// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace cartwright::jit {

/// What generated code uses where there is a choice. The first fields come from the processor's features, the rest from
/// measuring (calibrate.cpp).
struct Tuning {
  /// Of x86-64; each includes those before. avx512: F, BW, DQ and VL, that is every server since 2017.
  enum class Instructions : std::uint8_t { sse2, avx2, avx512 };

  Instructions instructions = Instructions::sse2;
  int vector_bytes = 16;          ///< widest register for blocks: 16, 32 or 64
  bool permute = false;           ///< gather strides of 2 to 4 elements by permuting whole vectors
  bool masked_stores = false;     ///< scatter such strides by masked stores
  bool masked_blocks = false;     ///< the odd end of a block by a masked load and store
  bool scatter = false;           ///< scatter by an index list beyond the first cache by instructions made for that
  std::int64_t string_bytes = 0;  ///< from here on blocks are copied by the string move, if in all they exceed the
                                  ///< first cache; 0: never
  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// The choices for this process: measured on first use, in 2 ms, and kept in a file for the next process. Thread safe.
const Tuning& tuning();

/// Where the file is kept: a folder, which is made when it does not exist; "" for no file, as it is at the start. To be
/// called before the first tuning().
void set_cache_folder(std::string folder);

/// The folder that is meant for it, by the values of XDG_CACHE_HOME and HOME (null where they are not set), which only
/// a face may read; "" when they name none.
std::string cache_folder(const char* xdg_cache_home, const char* home);

/// Replaces the choices, for tests; not while another thread generates code.
void set_tuning(const Tuning& tuning);

}  // namespace cartwright::jit
