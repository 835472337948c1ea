// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace cartwright::grid {

/// The prime factors of n >= 1, each as often as it divides n, in ascending order. Takes at most some tens of
/// milliseconds for any n below 2^63, also for the product of two primes near 2^31.
std::vector<std::int64_t> prime_factors(std::int64_t n);

}  // namespace cartwright::grid
