// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <limits>

namespace cartwright::base {

/// The size in bytes that a file of this process may have (ulimit -f). ftruncate to more does not fail: it kills the
/// process.
inline std::uint64_t largest_file() {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace cartwright::base
