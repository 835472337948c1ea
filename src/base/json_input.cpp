// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/json_input.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace cartwright::base {

using nlohmann::json;

namespace {

/// Runs before the parser. The parser's own hook looks at all elements of an array after each element, which is
/// quadratic.
void check_depth(std::string_view text, std::string_view what) {
  constexpr int deepest = 16;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      in_string = !in_string;
    else if (!in_string && (text[i] == '[' || text[i] == '{') && ++depth > deepest)
      fail(Status::parse, "{}: JSON nested deeper than {} levels", what, deepest);
    else if (!in_string && (text[i] == ']' || text[i] == '}'))
      --depth;
  }
}

/// The parser's own message names its type of exception and its states, which help no user.
[[noreturn]] void fail_at(std::string_view text, std::size_t at, std::string_view what) {
  at = std::min(at, text.size());
  const std::string_view before = text.substr(0, at);
  const std::size_t column = at - (before.rfind('\n') + 1) + 1;
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::string found = at == text.size() ? "the end" : quote(text.substr(at, 1));
  fail(Status::parse, "{}{}: column {}: {} is not expected in JSON here", what,
       text.find('\n') < text.size() - 1 ? fmt::format(", line {}", line) : "", column, found);
}

}  // namespace

json parse_json(std::string_view text, std::string_view what) {
  check_depth(text, what);
  try {
    return json::parse(text.begin(), text.end());
  } catch (const json::parse_error& error) {
    fail_at(text, error.byte == 0 ? 0 : error.byte - 1, what);
  } catch (const json::exception&) {
    fail(Status::parse, "{}: a number is out of range", what);
  }
}

namespace {

/// The value as text that is short enough for a message and printable.
std::string shown(const json& value) { return quote(value.dump(-1, ' ', true, json::error_handler_t::replace)); }

}  // namespace

void expect_members(const json& value, std::string_view what, std::initializer_list<std::string_view> known) {
  if (!value.is_object()) fail(Status::parse, "{} is {}, not a JSON object", what, shown(value));
  for (const auto& item : value.items())
    if (std::ranges::find(known, item.key()) == known.end())
      fail(Status::parse, "{} has an unknown member {}: it may have {}", what, quote(item.key()),
           fmt::join(known, ", "));
}

const json& member(const json& object, std::string_view what, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) fail(Status::parse, "{} has no member '{}'", what, name);
  return *found;
}

const json& expect_array(const json& value, std::string_view what) {
  if (!value.is_array()) fail(Status::parse, "{} is {}, not a JSON array", what, shown(value));
  return value;
}

std::string expect_string(const json& value, std::string_view what) {
  if (!value.is_string()) fail(Status::parse, "{} is {}, not a string", what, shown(value));
  return printable(value.get_ref<const std::string&>());
}

bool expect_bool(const json& value, std::string_view what) {
  if (!value.is_boolean()) fail(Status::parse, "{} is {}, not true or false", what, shown(value));
  return value.get<bool>();
}

std::int64_t expect_int(const json& value, std::string_view what) {
  if (!value.is_number_integer()) fail(Status::parse, "{} is {}, not an integer", what, shown(value));
  // The parser keeps numbers from 2^63 on as unsigned, and numbers from 2^64 on as floating point.
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    fail(Status::overflow, "{} is {}, which does not fit in 63 bits", what, shown(value));
  return value.get<std::int64_t>();
}

double expect_number(const json& value, std::string_view what) {
  if (!value.is_number()) fail(Status::parse, "{} is {}, not a number", what, shown(value));
  return value.get<double>();
}

}  // namespace cartwright::base
