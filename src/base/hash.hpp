// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"

#include <bit>
#include <cstdint>
#include <string_view>

namespace cartwright::base {

/// A hash with a value mixed in: one multiplication, for hash tables of one process.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * golden_ratio;
  return hash ^ (hash >> 29);
}

/// FNV-1a (Fowler, Noll, Vo): a checksum of text, the same in every build.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value;
}

/// A 64-bit hash of a sequence of values, the same on every process: SplitMix64 steps as the mixer, because different
/// sequences must not be taken for equal.
class Hash {
 public:
  void add(std::uint64_t value) { state_ = Random(state_ ^ value).next(); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace cartwright::base
