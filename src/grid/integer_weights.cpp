// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/integer_weights.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cartwright::grid {

namespace {

__extension__ using i128 = __int128;

constexpr std::int64_t greatest = std::int64_t{1} << 58;

struct Fraction {
  i128 numerator, denominator;
};

/// The fraction of least denominator in [low, high], both above 0: descends both continued fractions while they agree.
Fraction simplest_between(Fraction low, Fraction high) {
  const i128 whole = low.numerator / low.denominator;
  if (whole * low.denominator == low.numerator) return {whole, 1};
  if (whole < high.numerator / high.denominator) return {whole + 1, 1};
  const Fraction rest = simplest_between({high.denominator, high.numerator - whole * high.denominator},
                                         {low.denominator, low.numerator - whole * low.denominator});
  return {whole * rest.numerator + rest.denominator, rest.numerator};
}

/// The ratio in [0, 1] as a fraction.
Fraction as_fraction(double ratio) {
  if (ratio * static_cast<double>(greatest) < 1) return {0, 1};
  constexpr int digits = 53;
  constexpr std::int64_t tolerance = 8;
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(ratio, &exponent), digits));
  const int shift = digits - exponent;  // ratio = mantissa / 2^shift
  const i128 denominator = i128{1} << shift;
  return simplest_between({mantissa - tolerance, denominator}, {mantissa + tolerance, denominator});
}

}  // namespace

IntegerWeights integer_weights(std::span<const double> weights, std::size_t ndims) {
  if (weights.empty()) return IntegerWeights(ndims, 1);
  if (weights.size() != ndims)
    base::fail(base::Status::invalid_argument, "{} weights for {} dimensions: give one for each", weights.size(),
               ndims);
  for (const double weight : weights)
    if (!(weight >= 0) || std::isinf(weight))
      base::fail(base::Status::invalid_argument, "a weight of {}: give a finite number of 0 or more", weight);
  const double most = std::ranges::max(weights);
  IntegerWeights integers(ndims, 0);
  if (most == 0) return integers;

  std::int64_t common = 1;  // denominator; 0 when it is too large
  base::FixedVector<Fraction, max_dims> fractions;
  for (const double weight : weights) {
    fractions.push_back(as_fraction(weight / most));
    const i128 denominator = fractions.back().denominator;
    if (common == 0 || denominator > greatest) {
      common = 0;
    } else {
      const i128 multiple = common / std::gcd(common, static_cast<std::int64_t>(denominator)) * denominator;
      common = multiple <= greatest ? static_cast<std::int64_t>(multiple) : 0;
    }
  }
  for (std::size_t i = 0; i < ndims; ++i)
    integers[i] = common > 0 ? static_cast<std::int64_t>(common / fractions[i].denominator * fractions[i].numerator)
                             : std::llround(weights[i] / most * static_cast<double>(greatest));
  return integers;
}

}  // namespace cartwright::grid
