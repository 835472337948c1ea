// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/style.hpp"

#include <limits>
#include <vector>

namespace cartwright::report {

/// A text table with headings and columns two spaces apart. On a terminal that is too narrow, it leaves out the least
/// important columns and lists them in a line below.
class Table {
 public:
  static constexpr int always = std::numeric_limits<int>::max();

  enum class Align { left, right };
  enum class Emphasis { none, good, dim };
  struct Column {
    std::string heading;
    Align align = Align::right;
    int importance = always;  ///< the lowest are left out first, equal ones together; `always` ones never
  };

  /// `elsewhere` tells the reader where to find columns that are left out.
  explicit Table(std::vector<Column> columns, std::string elsewhere = "--json has all")
      : columns_(std::move(columns)), elsewhere_(std::move(elsewhere)) {}

  /// One text per column.
  void add_row(std::vector<std::string> cells, Emphasis emphasis = Emphasis::none) {
    rows_.push_back({std::move(cells), emphasis});
  }

  /// Ends with a line break. Wider than style.columns only when the columns of importance `always` are.
  std::string text(const Style& style) const;

  /// The whole table as HTML. Cells of right columns have the class "number".
  std::string html() const;

 private:
  struct Row {
    std::vector<std::string> cells;
    Emphasis emphasis;
  };

  std::vector<std::size_t> widths() const;
  std::vector<Column> columns_;
  std::string elsewhere_;
  std::vector<Row> rows_;
};

}  // namespace cartwright::report
