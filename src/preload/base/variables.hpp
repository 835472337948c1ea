// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/agreed.hpp"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace cartwright::preload {

/// The value of an environment variable; empty if it is not set.
inline std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The number of `unit` in an environment variable, at most 65536; 0 for `off`. None where it is not set, or is
/// neither: then this says so once.
std::optional<std::int64_t> size_setting(const char* name, const char* unit);

/// `measured`, `always` or `off` in an environment variable. `measured` where it is not set, or is none of them: then
/// this says so once.
When when_setting(const char* name);

}  // namespace cartwright::preload
