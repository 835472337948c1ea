// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace cartwright::fft {

/// Non-temporal stores for arrays that are larger than the caches. A line that is written as a whole is then not read
/// first, which saves a third of the traffic of a copy.
class Streaming {
 public:
  /// Streaming is worth it for arrays that leave the caches before they are read again: those of at least the bytes
  /// that the calibration found (calibration.hpp).
  explicit Streaming(bool worth_it) : worth_it_(worth_it) {}
  bool worth_it() const { return worth_it_; }

  void copy(std::byte* to, const std::byte* from, std::int64_t bytes) const {
#if defined(__SSE2__)
    if (worth_it_ && bytes >= 2 * line) {
      const std::int64_t before =
          (line - static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % line)) % line;
      std::memcpy(to, from, before);
      std::int64_t i = before;
      for (; i + line <= bytes; i += line) {
        for (std::int64_t part = 0; part < line; part += 16)
          _mm_stream_si128(reinterpret_cast<__m128i*>(to + i + part),
                           _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i + part)));
      }
      std::memcpy(to + i, from + i, bytes - i);
      return;
    }
#endif
    std::memcpy(to, from, bytes);
  }
  /// To be called before other processes are allowed to read.
  static void fence() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }

 private:
  static constexpr std::int64_t line = 64;
  bool worth_it_;
};

}  // namespace cartwright::fft
