// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright {

/// Whether sanitizers watch the tests. They look for errors of memory, ten times as slowly, and need fewer random
/// cases.
#ifdef __clang__
constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool sanitized = false;
#endif

constexpr std::uint64_t cases(std::uint64_t count) { return sanitized ? (count + 3) / 4 : count; }

}  // namespace cartwright
