// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright::base {

/// 2^64 divided by the golden ratio, rounded to an odd number: the multiplier of hashes.
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15U;

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). All ranks must draw the same numbers from the same
/// seed on every platform, which the distributions of <random> do not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += golden_ratio);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, bound), bound > 0, by multiplication (Lemire); the bias is below bound / 2^64.
  std::int64_t below(std::int64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::int64_t>((Wide{next()} * static_cast<std::uint64_t>(bound)) >> 64);
  }

  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace cartwright::base
