// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verify.hpp"

#include "base/error.hpp"
#include "base/format_bytes.hpp"
#include "base/grouped.hpp"
#include "base/obtained.hpp"
#include "cli/traffic_options.hpp"
#include "record/compare.hpp"
#include "record/record_file.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct Side {
  Side(const record::Record& record, const std::vector<int>& nodes)
      : counted(record::counts_collectives(record)),
        by_nodes(std::ranges::any_of(record.ranks, &record::RankRecord::by_nodes)),
        between(record::between_nodes(record, nodes)) {}
  std::int64_t of(record::Way way) const { return between.recorded[static_cast<std::size_t>(way)]; }
  report::Json json(record::Way way) const {
    return {{"bytes", of(way)}, {"obtained", to_string(base::Obtained::counted)}};
  }
  report::Json collectives() const {
    if (counted) return json(record::Way::collectives);
    return {{"bytes", report::json_number(between.modeled + static_cast<double>(of(record::Way::pairwise)))},
            {"obtained", to_string(base::Obtained::modeled)}};
  }
  bool has_collectives() const {
    return of(record::Way::collectives) != 0 || of(record::Way::pairwise) != 0 || between.modeled != 0;
  }

  bool counted;
  bool by_nodes;  ///< the MPI may send other messages in collectives in another order
  record::BetweenNodes between;
};

/// The MPI also makes communicators and files with collectives, which may depend on the order of the processes.
constexpr double max_by_setup = 0.05;

double difference_of_collectives(const Side& expected, const Side& found) {
  const auto before = static_cast<double>(expected.of(record::Way::collectives));
  const auto now = static_cast<double>(found.of(record::Way::collectives));
  return before == now ? 0 : std::abs(now - before) / std::max(now, before);
}

std::string conclusion(bool equal, bool counted, const Side& expected, const Side& found,
                       const std::string& predicted) {
  if (equal && counted && found.by_nodes)
    return "The bytes that were counted at calls are as predicted. This MPI sends collectives by nodes, so that their "
           "bytes depend on the order.";
  if (equal && counted) {
    const double part = expected.counted ? difference_of_collectives(expected, found) : 0;
    if (part == 0) return "Predicted and counted bytes are equal.";
    return fmt::format(
        "Predicted and counted bytes are equal, those of collectives within {}: with them, the MPI also makes "
        "communicators and files.",
        report::percent_text(part));
  }
  if (equal)
    return "The bytes that were counted are as predicted. Those of collectives were not counted: this MPI does not "
           "count them, or not here.";
  if (counted && !expected.counted)
    return fmt::format("They differ: {} has collectives by a model. Record the program again to have them counted.",
                       predicted);
  return fmt::format("They differ: the program sends other messages than when {} was recorded.", predicted);
}

}  // namespace

report::Json verify(const std::string& predicted, const std::string& counted) {
  const record::Record before = record::read_record(predicted);
  const record::Record now = record::read_record(counted);
  if (before.header.ranks != now.header.ranks)
    base::fail(base::Status::invalid_argument, "{} has {} processes, and the program had {}: nothing is verified",
               predicted, before.header.ranks, now.header.ranks);
  const std::vector<int> nodes = node_of_rank(now);
  const Side expected(before, nodes);
  const Side found(now, nodes);
  report::Json rows = report::Json::array();
  const auto add = [&](std::string_view way, const report::Json& there, const report::Json& here) {
    rows.push_back({{"way", way}, {"predicted", there}, {"found", here}});
  };
  bool equal = true;
  for (const record::Way way : {record::Way::messages, record::Way::neighbors, record::Way::one_sided}) {
    equal &= expected.of(way) == found.of(way);
    if (expected.of(way) != 0 || found.of(way) != 0)
      add(record::way_names[static_cast<std::size_t>(way)], expected.json(way), found.json(way));
  }
  const bool collective = expected.has_collectives() || found.has_collectives();
  if (collective) add("collectives", expected.collectives(), found.counted ? found.collectives() : report::Json());
  if (found.counted && collective && !found.by_nodes)
    equal &= expected.counted && difference_of_collectives(expected, found) <= max_by_setup;
  return {{"event", "verify"},
          {"version", report::event_version},
          {"file", predicted},
          {"equal", equal},
          {"between_nodes", rows},
          {"conclusion", conclusion(equal, found.counted || !collective, expected, found, predicted)}};
}

std::string verified_text(const report::Json& verified, const report::Style& style) {
  report::Table table({{"between nodes", report::Table::Align::left}, {"predicted"}, {"in this run"}}, "");
  const auto text = [](const report::Json& side) -> std::string {
    if (side.is_null()) return "not counted";
    const std::string obtained = side["obtained"];
    const std::string bytes = obtained == to_string(base::Obtained::counted)
                                  ? base::grouped(side["bytes"].get<std::int64_t>()) + " B"
                                  : base::format_bytes(side["bytes"].get<double>());
    return fmt::format("{} ({})", bytes, obtained);
  };
  for (const report::Json& row : verified["between_nodes"])
    table.add_row({row["way"], text(row["predicted"]), text(row["found"])});
  return style.bold("verified") + "\n" + table.text(style) + verified["conclusion"].get<std::string>() + "\n";
}

}  // namespace cartwright::cli
