// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/style.hpp"

#include <vector>

namespace cartwright {

/// Columns of text under headings, two spaces apart, as wide as they need to be.
class Table {
 public:
  enum class Align { left, right };
  enum class Emphasis { none, good, dim };
  struct Column {
    std::string heading;
    Align align = Align::right;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One text per column.
  void add_row(std::vector<std::string> cells, Emphasis emphasis = Emphasis::none) {
    rows_.push_back({std::move(cells), emphasis});
  }

  std::string text(const Style& style) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    Emphasis emphasis;
  };
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace cartwright
