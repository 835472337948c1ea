// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cartwright::report {

/// The style of text output: plain in a file or a pipe, with escape sequences and a limited width on a terminal.
struct Style {
  bool color = false;
  bool true_color = false;  ///< 24-bit colors instead of the 256 of xterm
  std::size_t columns = 0;  ///< columns of the terminal; 0 for lines of any length

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string good(std::string_view text) const { return wrap("1;32", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const {
    if (!color) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }
};

}  // namespace cartwright::report
