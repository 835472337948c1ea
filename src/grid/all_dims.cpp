// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/all_dims.hpp"

#include "base/error.hpp"
#include "grid/prime_factors.hpp"

#include <algorithm>

namespace cartwright::grid {

namespace {

std::vector<std::int64_t> divisors(std::int64_t n) {
  std::vector<std::int64_t> all = {1};
  std::int64_t previous = 0;
  std::size_t block = 0;  // number of divisors that the previous factor added
  for (const std::int64_t prime : prime_factors(n)) {
    const std::size_t size = all.size();
    const std::size_t first = prime == previous ? size - block : 0;
    for (std::size_t i = first; i < size; ++i) all.push_back(all[i] * prime);
    block = size - first;
    previous = prime;
  }
  std::ranges::sort(all, std::greater{});
  return all;
}

/// Fills the zeros of `dims` from position i on with factors whose product is `rest`.
class Enumeration {
 public:
  Enumeration(std::int64_t n, std::size_t limit) : divisors_(divisors(n)), limit_(limit) {}

  void run(Coords& dims, std::size_t i, std::int64_t rest, std::size_t open) {
    if (open == 0) {
      if (found.size() == limit_)
        base::fail(base::Status::unsupported,
                   "there are more than {} ways to choose dims: fix some of them, as in 0x0x8", limit_);
      found.push_back(dims);
      return;
    }
    while (dims[i] != 0) ++i;
    for (const std::int64_t divisor : divisors_) {
      if (rest % divisor != 0 || (open == 1 && divisor != rest)) continue;
      dims[i] = divisor;
      run(dims, i + 1, rest / divisor, open - 1);
      dims[i] = 0;
    }
  }

  std::vector<Coords> found;

 private:
  std::vector<std::int64_t> divisors_;
  std::size_t limit_;
};

}  // namespace

std::vector<Coords> all_dims(std::int64_t n, const Coords& dims, std::size_t limit) {
  std::int64_t rest = n;
  for (const std::int64_t dim : dims)
    if (dim != 0) {
      if (dim < 0 || rest % dim != 0)
        base::fail(base::Status::invalid_argument,
                   "dims {} do not divide {} processes: change them, or give 0 for free ones", to_string(dims), n);
      rest /= dim;
    }
  const std::size_t open = std::ranges::count(dims, 0);
  if (open == 0 && rest != 1)
    base::fail(base::Status::invalid_argument, "dims {} do not hold {} processes: change them, or give 0 for free ones",
               to_string(dims), n);
  Enumeration enumeration(rest, limit);
  Coords work = dims;
  enumeration.run(work, 0, rest, open);
  return std::move(enumeration.found);
}

}  // namespace cartwright::grid
