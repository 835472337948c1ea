// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/printable.hpp"

#include "base/output_file.hpp"

#include <algorithm>
#include <array>
#include <exception>

#include <unistd.h>

namespace cartwright::base {

namespace {

bool is_control(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < ' ' || within(0x7f, 0x9f) || within(0x200b, 0x200f) || within(0x2028, 0x202e) ||
         within(0x2066, 0x2069) || (code & 0xfffe) == 0xfffe;
}

/// The bytes of the character at the front of `text`, or 0 if it cannot be printed.
std::size_t printable_bytes(std::string_view text) {
  static constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (bytes > text.size() || (first >= 0x80 && first < 0xc2) || first > 0xf4) return 0;
  char32_t code = bytes == 1 ? first : first & (0x7fU >> bytes);
  for (const char next : text.substr(1, bytes - 1)) {
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[bytes] || code > 0x10ffff || surrogate || is_control(code) ? 0 : bytes;
}

std::string printable_but(std::string_view text, std::string_view kept) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bytes = kept.find(text.front()) != std::string_view::npos ? 1 : printable_bytes(text);
    if (bytes == 0)
      shown += '?';
    else
      shown += text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return shown;
}

}  // namespace

std::string printable(std::string_view text) { return printable_but(text, ""); }

std::string printable_lines(std::string_view text) { return printable_but(text, "\t\n\r"); }

std::string printable_message(std::string_view text) {
  constexpr std::size_t begin = 640;
  constexpr std::size_t end = 320;
  std::string line = text.size() <= begin + end ? printable_lines(text)
                                                : printable_lines(text.substr(0, begin)) + " ... " +
                                                      printable_lines(text.substr(text.size() - end));
  std::ranges::replace_if(line, [](char c) { return c < ' ' && c >= 0; }, ' ');
  return line;
}

void print_message(std::string_view message) noexcept try {
  write_fully(STDERR_FILENO, "cartwright: " + printable_message(message) + "\n");
} catch (const std::exception&) {
  // There is nowhere to report it.
}

}  // namespace cartwright::base
