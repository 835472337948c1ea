// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace cartwright::report {

Json json_number(double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53: a double represents whole numbers up to here exactly
  if (std::abs(value) <= exact && value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

std::string number_text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_number_integer()) return fmt::format("{}", value.get<std::int64_t>());
  return fmt::format("{:.6g}", value.get<double>());
}

std::string line_of(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

namespace {

constexpr std::size_t line_width = 110;

void append_pretty(std::string& out, const Json& value, std::size_t indent) {
  if (const std::string line = line_of(value); !value.is_structured() || line.size() + indent <= line_width) {
    out += line;
    return;
  }
  const std::string margin(indent + 2, ' ');
  const bool object = value.is_object();
  out += object ? '{' : '[';
  std::string_view separator = "\n";
  for (const auto& [key, member] : value.items()) {
    out.append(separator).append(margin);
    if (object) out.append(line_of(key)).append(": ");
    append_pretty(out, member, indent + 2);
    separator = ",\n";
  }
  out.append("\n").append(indent, ' ');
  out += object ? '}' : ']';
}

}  // namespace

std::string pretty(const Json& value) {
  std::string out;
  append_pretty(out, value, 0);
  return out + "\n";
}

}  // namespace cartwright::report
