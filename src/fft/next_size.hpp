// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright::fft {

constexpr std::int64_t largest_size = std::int64_t{1} << 62;

/// The least product of powers of 2, 3, 5 and 7 that is at least n. 1 <= n <= largest_size.
std::int64_t next_size(std::int64_t n);

}  // namespace cartwright::fft
