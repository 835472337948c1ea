// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace cartwright::python {

inline std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

/// A table for a notebook. The first column is text, the others are numbers.
class HtmlTable {
 public:
  explicit HtmlTable(const std::vector<std::string>& headings) { row("th", headings, false); }
  void row(const std::vector<std::string>& cells, bool bold = false) { row("td", cells, bold); }
  std::string html() const { return "<table>\n" + rows_ + "</table>\n"; }

 private:
  void row(const char* tag, const std::vector<std::string>& cells, bool bold) {
    rows_ += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i)
      rows_ += fmt::format("<{0} style=\"text-align:{1};padding:2px 10px\">{2}{3}{4}</{0}>", tag,
                           i == 0 ? "left" : "right", bold ? "<b>" : "", escape(cells[i]), bold ? "</b>" : "");
    rows_ += "</tr>\n";
  }
  std::string rows_;
};

}  // namespace cartwright::python
