// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/printable.hpp"

#include <string>
#include <string_view>

namespace cartwright::report {

/// Escapes text for SVG and HTML, which have no control characters.
inline std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : base::printable_lines(text)) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      default: out += c;
    }
  return out;
}

}  // namespace cartwright::report
