// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"
#include "inventory/slurm_state.hpp"

#include <algorithm>

namespace cartwright::inventory {

namespace {

/// The indices of the columns; -1 if missing.
struct Columns {
  int nodes = -1, state = -1, count = -1, cpus = -1, shape = -1;
  bool found() const { return nodes >= 0 && state >= 0; }
};

Columns columns_of(std::string_view line) {
  const std::vector<std::string_view> headings = base::words(line);
  const int hosts = column_of(headings, "HOSTNAMES");
  return {.nodes = hosts >= 0 ? hosts : column_of(headings, "NODELIST"),
          .state = column_of(headings, "STATE"),
          .count = column_of(headings, "NODES"),
          .cpus = column_of(headings, "CPUS"),
          .shape = column_of(headings, "S:C:T")};
}

/// Finds the headings in the first lines. `sinfo -l` prints the date before them.
Columns find_columns(base::Lines& lines) {
  for (int i = 0; i < 2; ++i)
    if (const std::optional<base::Line> line = lines.next())
      if (const Columns columns = columns_of(line->text); columns.found()) return columns;
  return {};
}

void read_row(std::string_view line, const Columns& columns, NodeRecords& records) {
  const std::vector<std::string_view> row = base::words(line);
  const auto cell = [&](int column) {
    return column >= 0 && static_cast<std::size_t>(column) < row.size() ? row[column] : std::string_view();
  };
  if (cell(columns.count) == "0") return;  // a partition without nodes
  if (cell(columns.nodes).empty() || cell(columns.state).empty())
    base::fail(base::Status::parse, "{} has no nodes or no state in the columns of the headings", base::quote(line));
  for (const std::string& name : records.expand(cell(columns.nodes))) {
    NodeRecord& record = records.add(name, slurm_state(cell(columns.state)));
    // "4+" stands for several nodes with different numbers.
    if (const std::string_view cpus = cell(columns.cpus); !cpus.empty() && std::ranges::all_of(cpus, base::is_digit))
      record.cores = base::parse_count(cpus, "CPUS");
    if (const std::string_view shape = cell(columns.shape); std::ranges::count(shape, ':') == 2)
      if (const std::string_view sockets = shape.substr(0, shape.find(':'));
          std::ranges::all_of(sockets, base::is_digit))
        record.sockets = base::parse_count(sockets, "sockets in S:C:T");
  }
}

}  // namespace

bool is_sinfo(std::string_view text) {
  base::Lines lines(text, base::Comments::kept);
  return find_columns(lines).found();
}

/// Reads tables of sinfo with the columns NODELIST and STATE: `sinfo`, `sinfo -N -l`, `sinfo -o '%N %t'`, ...
Inventory read_sinfo(std::string_view text) {
  base::Lines head(text, base::Comments::kept);
  const Columns columns = find_columns(head);
  NodeRecords records;
  const auto read = [&, past_head = false](std::string_view line) mutable {
    if (past_head)
      read_row(line, columns, records);
    else
      past_head = columns_of(line).found();
  };
  base::read_lines(text, "sinfo", read, base::Comments::kept);
  return {std::move(records).take(), {}};
}

}  // namespace cartwright::inventory
