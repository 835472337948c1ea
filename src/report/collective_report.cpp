// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/collective_report.hpp"

#include "report/link_report.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace cartwright::report {

namespace {

/// The first one of those that differ only by rounding.
std::size_t fastest(const CollectiveStudy& study, double size) {
  std::size_t best = 0;
  for (std::size_t way = 1; way < study.steps.size(); ++way)
    if (seconds_of(study.steps[way], size) < (1 - 1e-9) * seconds_of(study.steps[best], size)) best = way;
  return best;
}

/// The least size above `low`, where another way is the fastest than at `low`; it is at most `high`.
double next_change(const CollectiveStudy& study, double low, double high) {
  const std::size_t before = fastest(study, low);
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (fastest(study, middle) == before ? low : high) = middle;
  }
  return high;
}

/// Three digits: ways differ by little.
std::string time_text(double seconds) {
  const auto [unit, name] = seconds < 9.995e-4   ? std::pair(1e-6, "us")
                            : seconds < 9.995e-1 ? std::pair(1e-3, "ms")
                                                 : std::pair(1.0, "s");
  const double amount = seconds / unit;
  return fmt::format("{:.{}f} {}", amount, amount < 9.995 ? 2 : amount < 99.95 ? 1 : 0, name);
}

std::string size_text(double bytes) {
  const ByteUnit unit = byte_unit(bytes);
  return fmt::format("{} {}", unit.text(bytes), unit.name);
}

}  // namespace

Json collective_json(const CollectiveStudy& study) {
  const std::span<const traffic::CollectiveWay> ways = traffic::collective_ways(study.exchange);
  Json found = {{"name", traffic::to_string(study.exchange)},
                {"ranks", study.nodes * study.on_node},
                {"nodes", study.nodes},
                {"ranks_per_node", study.on_node},
                {"radix", study.radix},
                {"ways", Json::array()},
                {"rows", Json::array()},
                {"changes", Json::array()}};
  for (const traffic::CollectiveWay& way : ways) found["ways"].push_back({{"name", way.name}, {"joins", way.joins}});
  double before = study.sizes.front();
  for (const double size : study.sizes) {
    Json seconds = Json::array();
    for (const std::vector<traffic::StepTime>& steps : study.steps) seconds.push_back(seconds_of(steps, size));
    found["rows"].push_back(
        {{"bytes", json_number(size)},
         {"seconds", seconds},
         {"fastest", ways[fastest(study, size)].name},
         {"gain", gain_by_joining(study.exchange, study.nodes * study.on_node, study.steps, size)}});
    while (fastest(study, before) != fastest(study, size)) {
      const double change = next_change(study, before, size);
      found["changes"].push_back({{"bytes", json_number(change)}, {"to", ways[fastest(study, change)].name}});
      before = change;
    }
    before = size;
  }
  return found;
}

std::string collective_text(const Json& report, const Style& style) {
  const Json& collective = report["collective"];
  std::string text = fmt::format("{} of {} ranks on {} nodes of {}\n\n", collective["name"].get<std::string>(),
                                 collective["ranks"].get<std::int64_t>(), collective["nodes"].get<std::int64_t>(),
                                 report["network"]["text"].get<std::string>());
  std::vector<Table::Column> columns = {{"block"}};
  for (const Json& way : collective["ways"]) columns.push_back({way["name"]});
  columns.push_back({"fastest", Table::Align::left});
  columns.push_back({"gain by joining"});
  Table table(std::move(columns));
  for (const Json& row : collective["rows"]) {
    std::vector<std::string> cells = {size_text(row["bytes"])};
    for (const Json& seconds : row["seconds"]) cells.push_back(time_text(seconds));
    cells.push_back(row["fastest"]);
    cells.push_back(fmt::format("{:.2f}", row["gain"].get<double>()));
    table.add_row(std::move(cells));
  }
  text += table.text(style);
  std::string lines;
  for (const Json& change : collective["changes"])
    lines += fmt::format("from {} B a block on, {} is the fastest\n", change["bytes"].get<std::int64_t>(),
                         change["to"].get<std::string>());
  if (collective["model"]["message_overhead"] == 0)
    lines += "note: messages have no overhead, which favors many of them: give --overhead or --measured\n";
  if (collective["model"]["copy_bandwidth"].is_null())
    lines += "note: copies within a node take no time, which favors joining: give --copy-bandwidth or --measured\n";
  return lines.empty() ? text : text + "\n" + lines;
}

}  // namespace cartwright::report
