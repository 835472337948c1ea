// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"

#include <bit>
#include <cstdint>
#include <string_view>

namespace cartwright::mpi {

/// A 64-bit hash of a sequence of values, the same on every process. It mixes with SplitMix64 steps.
class Hash {
 public:
  void add(std::uint64_t value) { state_ = base::Random(state_ ^ value).next(); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace cartwright::mpi
