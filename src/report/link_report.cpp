// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/link_report.hpp"

#include "report/table.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

constexpr std::size_t bins = 20;
constexpr std::size_t culprits_shown = 3;  // pairs of ranks listed for a link

/// The non-zero loads of the i-th entry of class_loads().
std::vector<double> loads_of(const network::Wiring& wiring, const traffic::LinkLoads& loads, std::size_t i) {
  if (i < wiring.classes().size()) return traffic::used_loads(wiring, loads, static_cast<std::int32_t>(i));
  std::vector<double> used = (i == wiring.classes().size() ? loads.injection : loads.ejection).items();
  std::erase(used, 0.0);
  return used;
}

Json busiest_json(const network::Wiring& wiring, const traffic::LinkLoads& loads, network::LinkId id) {
  if (id == network::LinkId(-1)) return nullptr;
  const network::Link& link = wiring.links()[id];
  const double bytes = loads.links[id];
  return {{"link", id.number()},
          {"from", wiring.switch_name(link.from)},
          {"to", wiring.switch_name(link.to)},
          {"class", wiring.classes()[link.link_class].name},
          {"bytes", json_number(bytes)},
          {"bound_seconds", bytes / wiring.bandwidth(id)}};
}

}  // namespace

Json loads_json(const network::Wiring& wiring, std::span<const NamedLoads> all) {
  std::vector<std::vector<traffic::ClassLoads>> classes;
  std::vector<double> most;  // per class, over all entries, which therefore have the same bins
  for (const NamedLoads& entry : all) {
    classes.push_back(traffic::class_loads(wiring, entry.loads));
    most.resize(classes.back().size());
    for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], classes.back()[i].most);
  }
  Json rows = Json::array();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const traffic::LinkLoads& loads = all[k].loads;
    const traffic::Bottleneck worst = traffic::bottleneck(wiring, loads);
    Json statistics = Json::array();
    for (std::size_t i = 0; i < most.size(); ++i) {
      const traffic::ClassLoads& one = classes[k][i];
      statistics.push_back({{"class", one.name},
                            {"title", one.title},
                            {"bandwidth", json_number(one.bandwidth)},
                            {"links", one.links},
                            {"used", one.used},
                            {"bytes", json_number(one.bytes)},
                            {"least", json_number(one.least)},
                            {"average", json_number(one.average)},
                            {"most", json_number(one.most)},
                            {"bound_seconds", one.seconds()},
                            {"bin_bytes", json_number(most[i] / bins)},
                            {"histogram", traffic::histogram(loads_of(wiring, loads, i), most[i], bins)}});
    }
    rows.push_back({{"name", all[k].name},
                    {"bound_seconds", worst.seconds()},
                    {"terminal_seconds", worst.terminal},
                    {"minimal_part", json_number(loads.minimal_part)},
                    {"busiest", busiest_json(wiring, loads, worst.link)},
                    {"classes", statistics}});
    if (all[k].predicted_seconds) rows.back()["predicted_seconds"] = *all[k].predicted_seconds;
  }
  return rows;
}

Json hottest_json(const network::Network& network, const traffic::LinkLoads& loads, const traffic::Traffic& traffic,
                  const traffic::NodeOfRank& node_of_rank, network::Paths paths, std::size_t count) {
  Json hottest = Json::array();
  for (const network::LinkId link : traffic::hottest_links(network.wiring(), loads, count)) {
    hottest.push_back(busiest_json(network.wiring(), loads, link));
    Json ranks = Json::array();
    for (const traffic::Culprit& culprit :
         traffic::culprits(network, traffic, node_of_rank, paths, link, culprits_shown))
      ranks.push_back(
          {{"from", culprit.from.number()}, {"to", culprit.to.number()}, {"bytes", json_number(culprit.bytes)}});
    hottest.back()["ranks"] = ranks;
  }
  return hottest;
}

ByteUnit byte_unit(double bytes) {
  ByteUnit unit{"B", 1};
  for (const std::string_view name : {"KiB", "MiB", "GiB", "TiB"})
    if (bytes >= 1024 * unit.bytes) unit = {name, 1024 * unit.bytes};
  return unit;
}

std::string ByteUnit::text(double amount) const {
  const double value = amount / bytes;
  return fmt::format("{:.{}f}", value, value == std::floor(value) || value >= 1000 ? 0 : value < 10 ? 2 : 1);
}

std::string short_time_text(double seconds) {
  return seconds > 0 && seconds < 1e-6 ? fmt::format("{:.0f} ns", 1e9 * seconds) : seconds_text(seconds);
}

namespace {

double most_of(const Json& rows) {
  double most = 0;
  for (const Json& row : rows)
    for (const Json& one : row["classes"]) most = std::max(most, one["most"].get<double>());
  return most;
}

}  // namespace

std::string loads_text(const Json& rows, const Style& style) {
  using Align = Table::Align;
  const ByteUnit unit = byte_unit(most_of(rows) / 16);  // keeps small loads distinguishable
  std::vector<Table::Column> columns = {
      {"links", Align::left},
      {"count", Align::right, 1},
      {"used", Align::right, 3},
      {fmt::format("least {}", unit.name)},  // always shown: it has the unit of the next two
      {"average", Align::right, 2},
      {"most"},
      {"busiest link"}};
  const bool several = rows.size() > 1;
  const bool predicted = rows[0].contains("predicted_seconds");
  if (predicted) columns.push_back({"with latency and copies"});
  if (several) columns.insert(columns.begin(), {"", Align::left});
  Table table(columns);
  double best = INFINITY;
  for (const Json& row : rows) best = std::min(best, row["bound_seconds"].get<double>());
  for (const Json& row : rows) {
    bool first = true;
    for (const Json& one : row["classes"]) {
      std::vector<std::string> cells = {one["class"],
                                        number_text(one["links"]),
                                        number_text(one["used"]),
                                        unit.text(one["least"]),
                                        unit.text(one["average"]),
                                        unit.text(one["most"]),
                                        short_time_text(one["bound_seconds"])};
      if (predicted) cells.push_back(first ? short_time_text(row["predicted_seconds"]) : "");
      if (several) cells.insert(cells.begin(), first ? row["name"].get<std::string>() : "");
      first = false;
      table.add_row(
          cells, several && row["bound_seconds"].get<double>() == best ? Table::Emphasis::good : Table::Emphasis::none);
    }
  }
  return table.text(style);
}

std::string histograms_text(const Json& row, const Style& style) {
  constexpr std::size_t together = 2;  // bins of the report per line: a class takes ten lines
  constexpr double width = 40;
  std::string out;
  for (const Json& one : row["classes"]) {
    const auto counts = one["histogram"].get<std::vector<std::int64_t>>();
    std::vector<std::int64_t> sums;
    for (std::size_t i = 0; i < counts.size(); i += together)
      sums.push_back(counts[i] + (i + 1 < counts.size() ? counts[i + 1] : 0));
    const std::int64_t highest = std::ranges::max(sums);
    if (one["least"] == one["most"]) continue;  // all loads are equal
    const std::string title = fmt::format("{}: {}", one["class"].get<std::string>(), one["title"].get<std::string>());
    out.append("\n").append(style.bold(title)).append("\n");
    const double bin = one["bin_bytes"].get<double>() * together;
    const ByteUnit unit = byte_unit(one["most"]);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto bar = static_cast<int>(std::ceil(width * static_cast<double>(sums[i]) / static_cast<double>(highest)));
      out += fmt::format("{:>10} {}  {:#<{}}{}{}\n", unit.text(bin * static_cast<double>(i + 1)), unit.name, "", bar,
                         bar > 0 ? " " : "", sums[i]);
    }
  }
  return out;
}

namespace {

/// "626 -> 635 (512 KiB)"
std::string pair_text(const Json& pair) {
  const double bytes = pair["bytes"];
  const ByteUnit unit = byte_unit(bytes);
  return fmt::format("{} -> {} ({} {})", pair["from"].get<std::int64_t>(), pair["to"].get<std::int64_t>(),
                     unit.text(bytes), unit.name);
}

}  // namespace

std::string hottest_text(const Json& hottest, const Style& style) {
  using Align = Table::Align;
  double most = 0;
  for (const Json& link : hottest) most = std::max(most, link["bytes"].get<double>());
  const ByteUnit unit = byte_unit(most);
  std::size_t pairs = 0;
  for (const Json& link : hottest) pairs = std::max(pairs, link["ranks"].size());
  std::vector<Table::Column> columns = {{"from", Align::left},
                                        {"to", Align::left},
                                        {"links", Align::left, 3},
                                        {std::string(unit.name)},
                                        {"time"},
                                        {"ranks that load it most", Align::left}};
  if (pairs > 1) columns.push_back({"second pair", Align::left, 2});
  if (pairs > 2) columns.push_back({"third pair", Align::left, 1});
  Table table(columns);
  for (const Json& link : hottest) {
    std::vector<std::string> cells = {link["from"], link["to"], link["class"], unit.text(link["bytes"]),
                                      short_time_text(link["bound_seconds"])};
    for (const Json& pair : link["ranks"]) cells.push_back(pair_text(pair));
    cells.resize(columns.size());
    table.add_row(cells);
  }
  return table.text(style);
}

}  // namespace cartwright::report
