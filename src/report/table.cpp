// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

#include "report/xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace cartwright::report {

namespace {

constexpr std::size_t space = 2;

/// One line of the shown columns, without trailing spaces.
std::string line(const std::vector<std::string>& cells, const std::vector<Table::Column>& columns,
                 const std::vector<std::size_t>& widths, const std::vector<std::size_t>& shown) {
  std::string text;
  for (const std::size_t i : shown)
    text += columns[i].align == Table::Align::left ? fmt::format("{:<{}}  ", cells[i], widths[i])
                                                   : fmt::format("{:>{}}  ", cells[i], widths[i]);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

/// The columns that fit into a line of `limit` characters, in order; 0 means no limit.
std::vector<std::size_t> fitting(const std::vector<Table::Column>& columns, const std::vector<std::size_t>& widths,
                                 std::size_t limit) {
  std::vector<std::size_t> shown(columns.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  const auto fits = [&] {
    std::size_t width = 0;
    for (const std::size_t i : shown) width += widths[i] + space;
    return limit == 0 || width <= limit + space;
  };
  while (!fits()) {
    const auto importance = [&](std::size_t i) { return columns[i].importance; };
    const int least = importance(*std::ranges::min_element(shown, {}, importance));
    if (least == Table::always) break;
    std::erase_if(shown, [&](std::size_t i) { return importance(i) == least; });
  }
  return shown;
}

/// "not shown in 80 columns: gap, time (--json has all)", wrapped to `limit` characters.
std::string left_out_text(const std::vector<std::string>& names, std::string_view elsewhere, std::size_t limit) {
  std::string text;
  std::size_t used = 0;
  const auto add = [&](std::string_view piece) {
    const bool wraps = used > 0 && used + 1 + piece.size() > limit;
    text.append(used == 0 ? "" : wraps ? "\n" : " ").append(piece);
    used = (wraps || used == 0 ? 0 : used + 1) + piece.size();
  };
  add(fmt::format("not shown in {} columns:", limit));
  for (const std::string& name : names) add(&name == &names.back() ? name : name + ",");
  add(fmt::format("({})", elsewhere));
  return text;
}

}  // namespace

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(columns_[i].heading.size());
    for (const Row& row : rows_) widths[i] = std::max(widths[i], row.cells[i].size());
  }
  return widths;
}

std::string Table::text(const Style& style) const {
  const std::vector<std::size_t> widths = this->widths();
  const std::vector<std::size_t> shown = fitting(columns_, widths, style.columns);
  std::vector<std::string> headings;
  std::vector<std::string> rules;
  std::vector<std::string> left_out;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    headings.push_back(columns_[i].heading);
    rules.emplace_back(headings[i].empty() ? 0 : widths[i], '-');
    if (!headings[i].empty() && std::ranges::find(shown, i) == shown.end()) left_out.push_back(headings[i]);
  }

  std::string out = style.bold(line(headings, columns_, widths, shown)) + "\n";
  out += style.dim(line(rules, columns_, widths, shown)) + "\n";
  for (const Row& row : rows_) {
    const std::string text = line(row.cells, columns_, widths, shown);
    switch (row.emphasis) {
      case Emphasis::none: out += text; break;
      case Emphasis::good: out += style.good(text); break;
      case Emphasis::dim: out += style.dim(text); break;
    }
    out += "\n";
  }
  if (!left_out.empty()) out += style.dim(left_out_text(left_out, elsewhere_, style.columns)) + "\n";
  return out;
}

std::string Table::html() const {
  std::string out = "<table>\n";
  const auto add = [&](std::string_view tag, const std::vector<std::string>& cells) {
    out += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i)
      out += fmt::format("<{0}{1}>{2}</{0}>", tag, columns_[i].align == Align::right ? " class=\"number\"" : "",
                         xml_escaped(cells[i]));
    out += "</tr>\n";
  };
  std::vector<std::string> headings;
  for (const Column& column : columns_) headings.push_back(column.heading);
  add("th", headings);
  for (const Row& row : rows_) add("td", row.cells);
  return out + "</table>\n";
}

}  // namespace cartwright::report
