// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright::bench {

/// How fast this processor loads and stores, measured: each in a nanosecond, from and to the first-level cache.
struct Rates {
  double cycles = 0;        ///< of the core: dependent multiplications
  double narrow_loads = 0;  ///< of 8 bytes
  double wide_loads = 0;    ///< of the widest register
  double narrow_stores = 0;
  double wide_stores = 0;
};
Rates measured_rates();

/// The bytes of the widest register of this processor: 16, 32 or 64.
std::int64_t widest_register();

/// Seconds to touch adjacent cache lines again and again, each by a load of 8 bytes or by a store of the widest
/// register.
double seconds_to_load_lines(std::int64_t lines);
double seconds_to_store_lines(std::int64_t lines);

}  // namespace cartwright::bench
