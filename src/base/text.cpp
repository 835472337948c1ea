// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"

#include "base/printable.hpp"

#include <locale.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>

namespace cartwright::base {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
/// std::from_chars for double, which libc++ has from version 20 on.
std::from_chars_result from_chars(const char* first, const char* last, double& number) {
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  const std::string text(first, last);
  const std::size_t digits = text.starts_with('-') ? 1 : 0;
  // strtod also accepts blanks, a plus sign and hexadecimal numbers.
  const bool decimal = digits < text.size() &&
                       (std::isalnum(static_cast<unsigned char>(text[digits])) != 0 || text[digits] == '.') &&
                       text.find_first_of("xX") == std::string::npos;
  if (!decimal) return {first, std::errc::invalid_argument};
  char* end = nullptr;
  errno = 0;
  const double read = strtod_l(text.c_str(), &end, c_locale);
  if (end == text.c_str()) return {first, std::errc::invalid_argument};
  if (errno == ERANGE && (read == 0 || std::isinf(read)))
    return {first + (end - text.c_str()), std::errc::result_out_of_range};
  number = read;
  return {first + (end - text.c_str()), std::errc{}};
}
#endif
using std::from_chars;

template <typename Number>
Number parse_whole(std::string_view text, std::string_view what, const char* kind) {
  Number number{};
  const auto [end, error] = from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) fail(Status::overflow, "{} {} is out of range", what, quote(text));
  if (error != std::errc{} || end != text.data() + text.size())
    fail(Status::parse, "{} {} is not {}", what, quote(text), kind);
  return number;
}

}  // namespace

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (std::size_t end; (end = text.find(separator)) != std::string_view::npos; text.remove_prefix(end + 1))
    pieces.push_back(text.substr(0, end));
  pieces.push_back(text);
  return pieces;
}

std::vector<std::string_view> words(std::string_view text) {
  constexpr std::size_t most = 4096;
  std::vector<std::string_view> found;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    if (found.size() == most) fail(Status::parse, "more than {} words in a line", most);
    found.push_back(text.substr(0, text.find_first_of(blanks)));
    text.remove_prefix(found.back().size());
  }
  return found;
}

std::string mpi_name(std::string_view library_version) {
  std::string name;
  for (const std::string_view word : words(library_version.substr(0, library_version.find_first_of(",\n"))))
    name.append(name.empty() ? "" : " ").append(word);
  return name;
}

std::optional<Line> Lines::next() {
  while (!rest_.empty()) {
    const std::string_view raw = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(raw.size() + 1, rest_.size()));
    ++number_;
    const std::string_view line = trim(comments_ == Comments::kept ? raw : raw.substr(0, raw.find('#')));
    if (!line.empty()) return Line{number_, line};
  }
  return std::nullopt;
}

std::int64_t parse_int(std::string_view text, std::string_view what) {
  return parse_whole<std::int64_t>(text, what, "a decimal integer");
}

std::int64_t parse_count(std::string_view text, std::string_view what) {
  const std::int64_t count = parse_int(text, what);
  if (count < 1) fail(Status::invalid_argument, "{} is {}: it must be at least 1", what, count);
  return count;
}

double parse_number(std::string_view text, std::string_view what) {
  const double number = parse_whole<double>(text, what, "a decimal number");
  if (!std::isfinite(number)) fail(Status::parse, "{} {} is not a finite number", what, quote(text));
  return number;
}

std::string quote(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::size_t shown = std::min(text.size(), longest);
  while (shown < text.size() && shown > 0 && (text[shown] & 0xc0) == 0x80) --shown;  // whole characters of UTF-8
  return fmt::format("'{}{}'", printable(text.substr(0, shown)), shown < text.size() ? "..." : "");
}

}  // namespace cartwright::base
