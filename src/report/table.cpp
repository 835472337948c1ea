// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright {

namespace {

/// One line, without the spaces that would follow its last column.
std::string line(const std::vector<std::string>& cells, const std::vector<Table::Column>& columns,
                 const std::vector<std::size_t>& widths) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += columns[i].align == Table::Align::left ? fmt::format("{:<{}}  ", cells[i], widths[i])
                                                   : fmt::format("{:>{}}  ", cells[i], widths[i]);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

std::string Table::text(const Style& style) const {
  std::vector<std::string> headings;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    headings.push_back(columns_[i].heading);
    widths.push_back(headings[i].size());
    for (const Row& row : rows_) widths[i] = std::max(widths[i], row.cells[i].size());
  }
  std::vector<std::string> rules;
  for (std::size_t i = 0; i < widths.size(); ++i) rules.emplace_back(headings[i].empty() ? 0 : widths[i], '-');

  std::string out = style.bold(line(headings, columns_, widths)) + "\n";
  out += style.dim(line(rules, columns_, widths)) + "\n";
  for (const Row& row : rows_) {
    const std::string text = line(row.cells, columns_, widths);
    switch (row.emphasis) {
      case Emphasis::none: out += text; break;
      case Emphasis::good: out += style.good(text); break;
      case Emphasis::dim: out += style.dim(text); break;
    }
    out += "\n";
  }
  return out;
}

}  // namespace cartwright
