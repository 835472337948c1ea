// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/next_size.hpp"

#include <algorithm>
#include <bit>

namespace cartwright::fft {

std::int64_t next_size(std::int64_t n) {
  const auto least = static_cast<std::uint64_t>(n);
  std::uint64_t best = std::bit_ceil(least);
  // With given powers of 3, 5 and 7, the least product that reaches n has the fewest factors 2.
  for (std::uint64_t sevens = 1; sevens < best; sevens *= 7)
    for (std::uint64_t fives = sevens; fives < best; fives *= 5)
      for (std::uint64_t odd = fives; odd < best; odd *= 3)
        best = std::min(best, odd * std::bit_ceil((least + odd - 1) / odd));
  return static_cast<std::int64_t>(best);
}

}  // namespace cartwright::fft
