// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/order_report.hpp"

#include "base/grouped.hpp"
#include "base/obtained.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

Json amount_json(const record::Amount& amount) {
  return {{"messages", amount.messages}, {"bytes", json_number(amount.bytes)}};
}

Json row_of(std::string_view source, base::Obtained obtained, const record::Amount& amount) {
  Json row = {{"source", source}, {"obtained", to_string(obtained)}};
  row.update(amount_json(amount));
  return row;
}

}  // namespace

Json amounts_json(const record::Amounts& amounts) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < amounts.size(); ++i)
    if (amounts[i].messages > 0)
      rows.push_back(row_of(record::source_names[i], record::obtained(static_cast<record::Source>(i)), amounts[i]));
  return rows;
}

Json amounts_json(const record::Pairs& pairs) {
  if (!pairs.derived) return amounts_json(pairs.amounts);
  return Json::array({row_of("by the pattern of the record", base::Obtained::modeled, pairs[record::Source::calls])});
}

void add_between_nodes(Json& rows, const record::Amounts& before, const record::Amounts& after) {
  for (Json& row : rows)
    for (std::size_t i = 0; i < record::source_names.size(); ++i)
      if (row["source"] == record::source_names[i]) {
        row["between_nodes_before"] = amount_json(before[i]);
        row["between_nodes"] = amount_json(after[i]);
      }
}

std::string amounts_text(const Json& rows, const Style& style) {
  if (rows.empty()) return "";
  const bool nodes = rows.front().contains("between_nodes");
  std::vector<Table::Column> columns = {{"between processes", Table::Align::left}, {"messages"}, {"bytes"}};
  if (nodes) columns.insert(columns.end(), {{"between nodes, as launched"}, {"between nodes, ordered"}});
  Table table(columns);
  for (const Json& row : rows) {
    std::vector<std::string> cells = {row["source"], base::grouped(row["messages"]), bytes_text(row["bytes"])};
    if (nodes)
      for (const char* const order : {"between_nodes_before", "between_nodes"})
        cells.push_back(bytes_text(row[order]["bytes"]));
    table.add_row(cells);
  }
  return "\n" + table.text(style);
}

Json bounds_json(const record::Bounds& bounds) {
  return {{"bound", json_number(bounds.all.bytes)},
          {"bound_source", bounds.all.source},
          {"bound_proven", bounds.proven()},
          {"proven",
           {{"bound", json_number(bounds.certain.bytes)},
            {"source", bounds.certain.source},
            {"bytes", json_number(bounds.certain_bytes)},
            {"other_bytes", json_number(bounds.other_bytes)},
            {"other", bounds.by_nodes ? "collectives that depend on the nodes" : "collectives by a model"}}}};
}

std::string proven_text(const Json& bounds) {
  const Json& proven = bounds["proven"];
  if (bounds["bound_proven"].get<bool>() || proven["bytes"] == 0) return "";
  return fmt::format("at least {} by the {}, for the {} that are certain, without {} of {}",
                     bytes_text(proven["bound"]), proven["source"].get<std::string>(), bytes_text(proven["bytes"]),
                     bytes_text(proven["other_bytes"]), proven["other"].get<std::string>());
}

std::string bounds_text(const Json& bounds) {
  const std::string source = bounds["bound_source"];
  const std::string proven = proven_text(bounds);
  return fmt::format("At least {} go between nodes in any order ({}).\n{}", bytes_text(bounds["bound"]),
                     bounds["bound_proven"].get<bool>()
                         ? "proven by the " + source
                         : fmt::format("by the {}, under a model of what is sent", source),
                     proven.empty() ? "" : fmt::format("Proven: {}.\n", proven));
}

}  // namespace cartwright::report
