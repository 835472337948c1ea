// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright {

/// Pieces for parsers of hostile text: nothing here depends on the locale, skips what it does not
/// understand, or reads past the end of a view.

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Without the spaces, tabs and line ends around it.
std::string_view trim(std::string_view text);

/// The pieces between separators; an empty text is one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The words between blanks.
std::vector<std::string_view> words(std::string_view text);

/// A line that is not empty once the comment after '#' and the blanks around it are gone.
struct Line {
  std::size_t number;  ///< from 1, as editors count
  std::string_view text;
};
std::vector<Line> lines(std::string_view text);

/// The whole text as a decimal integer. Throws Error{parse} or Error{overflow} naming `what`.
std::int64_t parse_int(std::string_view text, std::string_view what);

/// The same, and at least 1: a count of nodes, slots, ...
std::int64_t parse_count(std::string_view text, std::string_view what);

/// The whole text as a finite decimal number. Throws Error{parse} naming `what`.
double parse_number(std::string_view text, std::string_view what);

/// Text fit for an error message: in quotes, control and non-ASCII bytes as '?', cut after 40 characters.
std::string quote(std::string_view text);

/// The contents of a file. Throws Error{io} when it cannot be read or holds more than `max_file_bytes`,
/// so that /dev/zero or a core dump given by mistake ends in a message.
inline constexpr std::size_t max_file_bytes = std::size_t{32} << 20;
std::string read_file(const std::string& path);

}  // namespace cartwright
