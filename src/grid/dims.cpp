// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/dims.hpp"

#include "base/checked.hpp"
#include "grid/prime_factors.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

namespace cartwright::grid {

namespace {

/// base^exponent <= bound, without overflow.
bool power_is_within(std::int64_t base, std::size_t exponent, std::int64_t bound) {
  for (std::int64_t power = 1; exponent > 0; --exponent)
    if (__builtin_mul_overflow(power, base, &power) || power > bound) return false;
  return true;
}

/// The largest integer whose degree-th power is at most n.
std::int64_t floor_root(std::int64_t n, std::size_t degree) {
  if (degree == 1) return n;  // a double cannot hold it
  auto root = static_cast<std::int64_t>(std::pow(static_cast<double>(n), 1.0 / static_cast<double>(degree)));
  while (!power_is_within(root, degree, n)) --root;
  while (power_is_within(root + 1, degree, n)) ++root;
  return root;
}

std::vector<std::int64_t> divisors_of(const std::vector<std::int64_t>& primes) {
  std::vector<std::int64_t> divisors = {1};
  for (std::size_t i = 0; i < primes.size();) {
    const std::size_t before = divisors.size();
    std::int64_t power = 1;
    for (const std::int64_t prime = primes[i]; i < primes.size() && primes[i] == prime; ++i) {
      power *= prime;
      for (std::size_t j = 0; j < before; ++j) divisors.push_back(divisors[j] * power);
    }
  }
  std::ranges::sort(divisors);
  return divisors;
}

/// Answers one question: can `rest` be split into `count` factors that all lie between two bounds? As the bounds move
/// apart, the answer changes at most once, from no to yes, which allows bisection.
class WindowedFactors {
 public:
  explicit WindowedFactors(std::int64_t n) : primes_(prime_factors(n)), divisors_(divisors_of(primes_)) {}

  const std::vector<std::int64_t>& divisors() const { return divisors_; }

  /// The smallest of the factors, or 0 when there are none.
  std::int64_t split(std::int64_t rest, std::size_t count, std::int64_t low, std::int64_t high) {
    low_ = low;
    high_ = high;
    dead_ends_.assign(count + 1, {});
    return search(rest, count);
  }

  /// The smallest divisor that works as the upper bound; `high` must work.
  std::int64_t smallest_high(std::int64_t rest, std::size_t count, std::int64_t low, std::int64_t high) {
    const auto first = std::ranges::lower_bound(divisors_, floor_root(rest, count));
    const auto last = std::ranges::lower_bound(divisors_, high);
    return *std::partition_point(first, last, [&](std::int64_t bound) { return split(rest, count, low, bound) == 0; });
  }

 private:
  std::int64_t search(std::int64_t rest, std::size_t count) {
    if (count == 1) return low_ <= rest && rest <= high_ ? rest : 0;
    // The count-th root of `rest` must lie between the bounds.
    if (!power_is_within(low_, count, rest) || power_is_within(high_, count, rest - 1)) return 0;
    if (dead_ends_[count].contains(rest)) return 0;
    // Assigning the largest prime that is left keeps branches from reaching the same set of factors.
    const auto prime = std::find_if(primes_.rbegin(), primes_.rend(), [&](auto p) { return rest % p == 0; });
    const std::int64_t part = prime == primes_.rend() ? 1 : *prime;
    for (auto factor = std::ranges::lower_bound(divisors_, std::max(low_, part));
         factor != divisors_.end() && *factor <= high_; ++factor) {
      if (*factor % part != 0 || rest % *factor != 0) continue;
      if (const std::int64_t smallest = search(rest / *factor, count - 1)) return std::min(smallest, *factor);
    }
    dead_ends_[count].insert(rest);
    return 0;
  }

  std::vector<std::int64_t> primes_;
  std::vector<std::int64_t> divisors_;
  std::int64_t low_ = 1;
  std::int64_t high_ = 1;
  std::vector<std::unordered_set<std::int64_t>> dead_ends_;  ///< by count: numbers that cannot be split
};

/// The factors by the rule in dims.hpp, non-increasing.
Coords closest_factors(std::int64_t n, std::size_t count) {
  WindowedFactors window(n);
  std::int64_t largest = window.smallest_high(n, count, 1, n);
  std::int64_t spread = n;
  const std::int64_t root = floor_root(n, count);  // the smallest factor is at most this
  for (auto high = std::ranges::lower_bound(window.divisors(), largest);
       high != window.divisors().end() && *high - root < spread; ++high) {
    std::int64_t low;
    while (spread > 0 && (low = window.split(n, count, std::max<std::int64_t>(1, *high - spread + 1), *high)) > 0) {
      largest = *high;
      spread = *high - low;
    }
  }
  // Spread and largest factor are fixed. Each further dim is as small as they allow.
  Coords factors = {largest};
  for (std::int64_t rest = n / largest; factors.size() < count; rest /= factors.back())
    factors.push_back(window.smallest_high(rest, count - factors.size(), largest - spread, factors.back()));
  return factors;
}

}  // namespace

void check_fixed_dims(std::int64_t nprocs, const Coords& dims) {
  if (nprocs < 1) base::fail(base::Status::invalid_argument, "dims for {} processes: at least 1 is needed", nprocs);
  std::int64_t fixed = 1;
  for (const std::int64_t dim : dims) {
    if (dim < 0)
      base::fail(base::Status::invalid_argument, "a dim of {}: give a size of at least 1, or 0 to have it chosen", dim);
    if (dim > 0) fixed = base::checked_mul(fixed, dim, "product of the fixed dims");
  }
  if (std::ranges::count(dims, 0) == 0 && fixed != nprocs)
    base::fail(base::Status::invalid_argument,
               "dims {} hold {} processes, there are {}: change the dims or give 0 for one of them",
               dims.empty() ? "()" : to_string(dims), fixed, nprocs);
  if (nprocs % fixed != 0)
    base::fail(base::Status::invalid_argument,
               "the fixed dims of {} hold {} processes, which does not divide {}: change them", to_string(dims), fixed,
               nprocs);
}

Coords dims_create(std::int64_t nprocs, Coords dims) {
  check_fixed_dims(nprocs, dims);
  std::int64_t rest = nprocs;
  for (const std::int64_t dim : dims)
    if (dim > 0) rest /= dim;
  const std::size_t open = std::ranges::count(dims, 0);
  if (open == 0) return dims;
  const Coords factors = closest_factors(rest, open);
  const std::int64_t* next = factors.begin();
  for (std::int64_t& dim : dims)
    if (dim == 0) dim = *next++;
  return dims;
}

}  // namespace cartwright::grid
