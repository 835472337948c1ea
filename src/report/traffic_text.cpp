// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/format_bytes.hpp"
#include "base/grouped.hpp"
#include "record/pairs.hpp"
#include "report/text.hpp"
#include "report/traffic_report.hpp"
#include "report/traffic_tables_p.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

constexpr std::size_t max_rows = 10;

std::string dims_text(const Json& structure) {
  std::string dims;
  const Json& grid = structure["grid"];
  for (std::size_t i = 0; i < grid["dims"].size(); ++i)
    dims += fmt::format("{}{}{}", i == 0 ? "" : "x", grid["dims"][i].get<std::int64_t>(),
                        grid["periods"][i].get<bool>() ? "p" : "");
  return dims;
}

/// The meaning of dims_text().
std::string_view legend_of(const Json& structure) {
  for (const Json& periodic : structure["grid"]["periods"])
    if (periodic.get<bool>()) return "row-major; p: periodic";
  return "row-major";
}

Table offsets_table(const Json& structure) {
  Table table({{"offset", Table::Align::left}, {"bytes of a process"}});
  std::vector<Json> offsets = structure["stencil"]["offsets"];
  std::ranges::stable_sort(offsets, std::greater{}, [](const Json& one) { return one["weight"].get<double>(); });
  for (std::size_t i = 0; i < offsets.size() && i < max_rows; ++i) {
    std::string delta;
    for (const Json& step : offsets[i]["delta"])
      delta += fmt::format("{}{}", delta.empty() ? "" : ",", step.get<std::int64_t>());
    table.add_row({delta, bytes_text(offsets[i]["weight"])});
  }
  return table;
}

Table parts_table(const Json& parts) {
  Table table({{"ranks", Table::Align::left},
               {"number"},
               {"grid", Table::Align::left},
               {"bytes inside"},
               {"explained", Table::Align::right, 1}});
  for (std::size_t i = 0; i < parts.size() && i < max_rows; ++i) {
    const Json& structure = parts[i]["structure"];
    const bool grid = !structure.is_null();
    table.add_row({parts[i]["members"], base::grouped(parts[i]["ranks"]), grid ? dims_text(structure) : "none",
                   bytes_text(parts[i]["bytes"]), grid ? percent_text(structure["explained"]) : ""});
  }
  return table;
}

/// Whether the interfaces of hosts have confirmed it.
std::string checked_text(const Json& traffic, const std::string& source) {
  if (source != record::source_names[static_cast<std::size_t>(record::Source::tables)]) return "";
  const Json& record = traffic["record"];
  if (!record.contains("calibrated")) return " (never checked with this MPI: cartwright calibrate --help)";
  return fmt::format(" (checked on {})", record["calibrated"].get<std::string>());
}

}  // namespace

Table kinds_table(const Json& rows) {
  Table table({{"kind", Table::Align::left}, {"number", Table::Align::right, 1}, {"bytes"}, {"share"}});
  for (std::size_t i = 0; i < rows.size() && i < max_rows; ++i) {
    const std::string kind = rows[i]["kind"];
    // Collectives are counted by calls of their processes, all else by messages: one call may send several.
    table.add_row({kind, base::grouped(rows[i]["calls"], record::is_way(kind) ? "message" : "call"),
                   bytes_text(rows[i]["bytes"]), percent_text(rows[i]["share"])});
  }
  return table;
}

Table groups_table(const Json& rows) {
  Table table({{"communicators", Table::Align::left},
               {"number", Table::Align::right, 2},
               {"ranks of one", Table::Align::left, 1},
               {"bytes"},
               {"most by", Table::Align::left, 3}});
  for (std::size_t i = 0; i < rows.size() && i < max_rows; ++i) {
    std::string most;
    double highest = -1;
    for (const auto& [kind, sum] : rows[i]["kinds"].items())
      if (sum["bytes"].get<double>() > highest) {
        highest = sum["bytes"];
        most = kind;
      }
    table.add_row({rows[i]["processes"], base::grouped(rows[i]["groups"]), rows[i]["example"],
                   bytes_text(rows[i]["bytes"]), most});
  }
  return table;
}

Table joined_table(const Json& rows) {
  Table table({{"joined between nodes", Table::Align::left},
               {"communicators", Table::Align::left},
               {"calls", Table::Align::right, 1},
               {"messages"},
               {"joined"},
               {"bytes", Table::Align::right, 2},
               {"joined", Table::Align::right, 2}});
  for (std::size_t i = 0; i < rows.size() && i < max_rows; ++i) {
    const Json& row = rows[i];
    const bool left = row["too_large"].get<bool>();
    table.add_row({row["kind"], row["processes"], base::grouped(row["calls"]), base::grouped(row["alone"]["messages"]),
                   left ? "too large" : base::grouped(row["joined"]["messages"]), bytes_text(row["alone"]["bytes"]),
                   left ? "left as they are" : bytes_text(row["joined"]["bytes"])});
  }
  return table;
}

Table types_table(const Json& rows) {
  Table table({{"datatype", Table::Align::left}, {"items"}, {"uses"}});
  for (std::size_t i = 0; i < rows.size() && i < max_rows; ++i)
    table.add_row({rows[i]["type"], base::grouped(rows[i]["items"]), base::grouped(rows[i]["uses"])});
  return table;
}

std::string run_line(const Json& record) {
  return fmt::format("{} ranks on {} host{}, {:.1f} s, {}", record["ranks"].get<std::int64_t>(),
                     record["hosts"].get<std::int64_t>(), record["hosts"] == 1 ? "" : "s",
                     record["seconds"].get<double>(), record["mpi"].get<std::string>());
}

std::string pairs_line(const Json& traffic) {
  std::string line = fmt::format("{} between pairs of processes", bytes_text(traffic["nodes"]["bytes"]));
  for (const Json& row : traffic["amounts"])
    if (const std::string source = row["source"]; source.starts_with("collectives") && row["bytes"] != 0)
      line += fmt::format(", of which {} are {}", bytes_text(row["bytes"]), source) + checked_text(traffic, source);
  return line;
}

std::string types_line(const Json& types) {
  if (types.empty()) return "";
  const auto number = static_cast<std::int64_t>(types.size());
  std::int64_t uses = 0;
  for (const Json& type : types) uses += type["uses"].get<std::int64_t>();
  return fmt::format("{}, used {}: cartwright datatype show --file FILE lists them",
                     base::grouped(number, "derived datatype"), base::grouped(uses, "time"));
}

std::string nodes_line(const Json& traffic) {
  const Json& nodes = traffic["nodes"];
  const auto count = nodes["nodes"].get<std::int64_t>();
  if (count < 2) return "";
  const double bytes = nodes["bytes"];
  const double between = nodes["between"];
  return fmt::format("{} ({}) go between {} nodes, {} from the busiest", base::format_bytes(between),
                     percent_text(bytes > 0 ? between / bytes : 0), count, bytes_text(nodes["busiest"]));
}

std::string pattern_text(const Json& pattern) {
  if (pattern.is_null()) return "no simple pattern";
  std::string text = pattern["name"];
  if (const std::string kind = pattern["kind"]; kind == "grid" || kind == "chain" || kind == "ring")
    text = fmt::format("a {} of {}", kind, text);
  for (const Json& other : pattern["or"]) text += " or " + other.get<std::string>();
  return fmt::format("{}: {} of the bytes", text, percent_text(pattern["explained"]));
}

std::string structure_line(const Json& traffic) {
  const std::string explained = percent_text(traffic["explained"]);
  const Json& parts = traffic["parts"];
  if (parts.empty()) {
    const Json& structure = traffic["structure"];
    if (structure.is_null()) {
      const Json& pattern = traffic["pattern"];
      if (pattern.is_null()) return "no grid explains half of the bytes between pairs";
      return fmt::format("{} between pairs", pattern_text(pattern));
    }
    std::string line = fmt::format("a grid of {} ({}) explains {} of the bytes between pairs", dims_text(structure),
                                   legend_of(structure), explained);
    for (const Json& other : traffic["pattern"]["or"])
      line += fmt::format("{} {}", &other == &traffic["pattern"]["or"].front() ? "; it may as well be" : " or",
                          other.get<std::string>());
    return line;
  }
  std::int64_t grids = 0;
  std::int64_t apart = 0;
  std::string_view legend = "row-major";
  for (const Json& part : parts) {
    if (part["structure"].is_null()) {
      apart += part["ranks"].get<std::int64_t>();
      continue;
    }
    ++grids;
    legend = std::max(legend, legend_of(part["structure"]));  // the longer one
  }
  return fmt::format("{} of the bytes between pairs{} ({})",
                     grids == 1 ? "a grid explains " + explained : fmt::format("{} grids explain {}", grids, explained),
                     apart > 0 ? fmt::format(", {} rank{} apart", apart, apart == 1 ? " stands" : "s stand") : "",
                     legend);
}

std::optional<Table> structure_table(const Json& traffic) {
  if (!traffic["parts"].empty()) return parts_table(traffic["parts"]);
  if (!traffic["structure"].is_null()) return offsets_table(traffic["structure"]);
  return std::nullopt;
}

std::string stability_line(const Json& stability) {
  const Json& rows = stability["windows"];
  if (rows.size() < 2) return "";
  double same = 1;
  for (std::size_t i = 1; i < rows.size(); ++i) same = std::min(same, rows[i]["same"].get<double>());
  return fmt::format("in {} windows of {:g} s, at least {} of the bytes went where they went before", rows.size(),
                     stability["seconds"].get<double>(), percent_text(same));
}

std::string traffic_text(const Json& traffic, const Style& style) {
  const auto line = [&](std::string_view name, const std::string& text) {
    return text.empty() ? "" : fmt::format("{}: {}\n", style.bold(name), text);
  };
  std::string out = line(traffic["record"]["program"].get<std::string>(), run_line(traffic["record"])) + "\n";
  out += kinds_table(traffic["kinds"]).text(style) + "\n" + groups_table(traffic["groups"]).text(style) + "\n";
  out += line("pairs", pairs_line(traffic)) + line("nodes", nodes_line(traffic));
  if (!traffic["joined"].empty()) out += "\n" + joined_table(traffic["joined"]).text(style) + "\n";
  out += line("structure", structure_line(traffic));
  if (const auto table = structure_table(traffic)) out += table->text(style);
  out += line("stability", stability_line(traffic["stability"]));
  out += line("datatypes", types_line(traffic["datatypes"]));
  for (const Json& advice : traffic["advice"]) out += line("note", advice);
  return out;
}

}  // namespace cartwright::report
