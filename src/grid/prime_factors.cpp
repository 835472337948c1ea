// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/prime_factors.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace cartwright::grid {

namespace {

using u64 = std::uint64_t;
__extension__ using u128 = unsigned __int128;

u64 mul_mod(u64 a, u64 b, u64 n) { return static_cast<u64>(static_cast<u128>(a) * b % n); }

u64 pow_mod(u64 base, u64 exponent, u64 n) {
  u64 result = 1;
  for (; exponent > 0; exponent >>= 1, base = mul_mod(base, base, n))
    if (exponent & 1) result = mul_mod(result, base, n);
  return result;
}

/// Miller and Rabin's test; with the first twelve primes as bases it is exact below 3.3 * 10^24
/// (Sorenson and Webster, Math. Comp. 86, 2017). n is odd and above 37.
bool is_prime(u64 n) {
  const int twos = std::countr_zero(n - 1);
  for (const u64 base : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) {
    u64 x = pow_mod(base, (n - 1) >> twos, n);
    if (x == 1 || x == n - 1) continue;
    bool composite = true;
    for (int i = 1; i < twos && composite; ++i) {
      x = mul_mod(x, x, n);
      composite = x != n - 1;
    }
    if (composite) return false;
  }
  return true;
}

/// A proper divisor of an odd composite n: Pollard's rho with Floyd's cycle. A polynomial x^2 + c that finds only the
/// trivial divisor is followed by the next one.
u64 find_divisor(u64 n) {
  for (u64 c = 1;; ++c) {
    const auto step = [&](u64 x) { return static_cast<u64>((static_cast<u128>(x) * x + c) % n); };
    u64 slow = 2;
    u64 fast = 2;
    u64 divisor = 1;
    while (divisor == 1) {
      slow = step(slow);
      fast = step(step(fast));
      divisor = std::gcd(slow > fast ? slow - fast : fast - slow, n);
    }
    if (divisor != n) return divisor;
  }
}

void add_factors(u64 n, std::vector<std::int64_t>& factors) {
  if (n == 1) return;
  if (is_prime(n)) {
    factors.push_back(static_cast<std::int64_t>(n));
    return;
  }
  const u64 divisor = find_divisor(n);
  add_factors(divisor, factors);
  add_factors(n / divisor, factors);
}

}  // namespace

std::vector<std::int64_t> prime_factors(std::int64_t n) {
  std::vector<std::int64_t> factors;
  // Small primes by division: enough for nearly every machine, and rho handles them badly.
  constexpr std::int64_t small = 1000;
  for (std::int64_t p = 2; p < small && p * p <= n; p += p == 2 ? 1 : 2)
    for (; n % p == 0; n /= p) factors.push_back(p);
  if (n > 1 && n < small * small)
    factors.push_back(n);
  else
    add_factors(static_cast<u64>(n), factors);
  std::ranges::sort(factors);
  return factors;
}

}  // namespace cartwright::grid
