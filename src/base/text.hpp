// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::base {

/// Building blocks for parsers of hostile text. Nothing here depends on the locale, skips text that it does not
/// understand, or reads past the end of a view.

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The text without leading and trailing spaces, tabs and line ends.
std::string_view trim(std::string_view text);

/// The pieces between separators. An empty text is one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The words between blanks. Throws Error{parse} when there are more than any of our formats has in a line.
std::vector<std::string_view> words(std::string_view text);

/// "Open MPI v4.1.4": the name of an MPI at the beginning of what MPI_Get_library_version writes, with single blanks.
std::string mpi_name(std::string_view library_version);

/// The lines of a text, without comments ('#' to the end of the line) and surrounding blanks. Empty lines are skipped.
/// Lines come one by one: a list of all of them could take far more memory than the text.
struct Line {
  std::size_t number;  ///< from 1, as editors count
  std::string_view text;
};
enum class Comments { dropped, kept };
class Lines {
 public:
  explicit Lines(std::string_view text, Comments comments = Comments::dropped) : rest_(text), comments_(comments) {}
  std::optional<Line> next();

 private:
  std::string_view rest_;
  Comments comments_;
  std::size_t number_ = 0;
};

/// Calls `read` with every such line. An Error that it throws gets the prefix "WHAT, line N: ".
template <typename Read>
void read_lines(std::string_view text, std::string_view what, Read read, Comments comments = Comments::dropped) {
  for (Lines lines(text, comments); const std::optional<Line> line = lines.next();) {
    try {
      read(line->text);
    } catch (const Error& error) {
      fail(error.status(), "{}, line {}: {}", what, line->number, error.what());
    }
  }
}

/// The whole text as a decimal integer. Throws Error{parse} or Error{overflow} naming `what`.
std::int64_t parse_int(std::string_view text, std::string_view what);

/// The same, and at least 1: a count of nodes, slots, ...
std::int64_t parse_count(std::string_view text, std::string_view what);

/// The whole text as a finite decimal number. Throws Error{parse} naming `what`.
double parse_number(std::string_view text, std::string_view what);

/// The text for an error message: printable, in quotes, cut after 40 bytes.
std::string quote(std::string_view text);

}  // namespace cartwright::base
