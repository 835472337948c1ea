// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/variables.hpp"

#include "mpi/base/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace cartwright::preload {

std::optional<std::int64_t> size_setting(const char* name, const char* unit) {
  constexpr std::int64_t most = 1 << 16;
  const std::string_view value = variable(name);
  if (value.empty()) return std::nullopt;
  if (value == "off") return 0;
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), size);
  if (error == std::errc{} && end == value.data() + value.size() && size >= 0) return std::min(size, most);
  mpi::warn_once(fmt::format("{}={}: it is not a number of {}: use a number or off", name, value, unit));
  return std::nullopt;
}

When when_setting(const char* name) {
  const std::string_view value = variable(name);
  if (value == "off") return When::off;
  if (value == "always") return When::always;
  if (!value.empty() && value != "measured")
    mpi::warn_once(fmt::format("{}={}: unknown: use measured, always or off", name, value));
  return When::measured;
}

}  // namespace cartwright::preload
