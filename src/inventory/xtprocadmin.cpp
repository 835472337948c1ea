// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/inventories_p.hpp"
#include "inventory/location.hpp"

#include <algorithm>

namespace cartwright::inventory {

namespace {

struct XtprocadminColumns {
  int nid = -1, name = -1, type = -1, status = -1, mode = -1;
  int last() const { return std::max({nid, name, type, status, mode}); }
};

XtprocadminColumns xtprocadmin_columns(std::string_view line) {
  const std::vector<std::string_view> headings = base::words(line);
  return {.nid = column_of(headings, "NID"),
          .name = column_of(headings, "NODENAME"),
          .type = column_of(headings, "TYPE"),
          .status = column_of(headings, "STATUS"),
          .mode = column_of(headings, "MODE")};
}

/// Nodes that wait for an administrator do not run jobs.
NodeState state_of(std::string_view type, std::string_view status, std::string_view mode) {
  if (type == "service") return NodeState::service;
  const bool usable = type == "compute" && status == "up" && (mode == "batch" || mode == "interactive");
  return usable ? NodeState::free : NodeState::down;
}

}  // namespace

bool is_xtprocadmin(std::string_view text) {
  const std::optional<base::Line> first = base::Lines(text).next();
  return first && first->text.starts_with("NID") && xtprocadmin_columns(first->text).name > 0;
}

/// Reads the output of xtprocadmin on a Cray XC. It does not show which nodes have jobs.
Inventory read_xtprocadmin(std::string_view text) {
  NodeRecords records;
  XtprocadminColumns columns;
  const auto read = [&](std::string_view line) {
    if (columns.nid < 0) {
      columns = xtprocadmin_columns(line);
      if (columns.nid < 0 || columns.name < 0 || columns.type < 0 || columns.status < 0 || columns.mode < 0)
        base::fail(base::Status::parse,
                   "the headings NID, NODENAME, TYPE, STATUS and MODE are not all there: use xtprocadmin "
                   "without options that select columns");
      return;
    }
    const std::vector<std::string_view> row = base::words(line);
    const auto cell = [&](int column) { return row[column]; };
    if (row.size() <= static_cast<std::size_t>(columns.last()))
      base::fail(base::Status::parse, "{} has fewer columns than the headings", base::quote(line));
    const std::int64_t nid = base::parse_int(cell(columns.nid), "NID");
    if (nid < 0) base::fail(base::Status::parse, "NID {} is not the number of a node", nid);
    if (!parse_location(cell(columns.name)))
      base::fail(base::Status::parse, "{} is not the cname of a node, such as c0-0c0s1n2",
                 base::quote(cell(columns.name)));
    records.add(fmt::format("nid{:05}", nid), state_of(cell(columns.type), cell(columns.status), cell(columns.mode)))
        .location = cell(columns.name);
  };
  base::read_lines(text, "xtprocadmin", read);
  return {std::move(records).take(), {}};
}

}  // namespace cartwright::inventory
