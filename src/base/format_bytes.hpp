// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

namespace cartwright::base {

/// "1.5 MB", for people: powers of 1000, two or three digits.
inline std::string format_bytes(double bytes) {
  constexpr std::array<const char*, 5> units = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return bytes >= 10 || unit == 0 ? fmt::format("{:.0f} {}", bytes, units[unit])
                                  : fmt::format("{:.1f} {}", bytes, units[unit]);
}

}  // namespace cartwright::base
