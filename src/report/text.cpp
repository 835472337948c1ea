// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/text.hpp"

#include "base/format_bytes.hpp"
#include "report/table.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

namespace cartwright::report {

using Align = Table::Align;

std::string bytes_text(const Json& bytes) { return base::format_bytes(bytes.get<double>()); }

std::string percent_text(double fraction) {
  return fraction == 0 ? std::string("0 %") : fmt::format("{:.1f} %", 100 * fraction);
}

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", 1e6 * seconds);
  if (seconds < 1) return fmt::format("{:.1f} ms", 1e3 * seconds);
  return fmt::format("{:.2f} s", seconds);
}

namespace {

std::string gap_text(const Json& gap) { return gap.is_null() ? "-" : percent_text(gap.get<double>()); }

std::string plural(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : noun.ends_with('s') ? "es" : "s");
}

/// "50 x 48", "30 x 48, then 30 x 32", and for many runs the range of sizes.
std::string sizes_text(const Json& runs) {
  std::vector<std::string> parts;
  std::int64_t smallest = runs[0]["size"];
  std::int64_t largest = smallest;
  for (const Json& run : runs) {
    const std::int64_t size = run["size"];
    parts.push_back(fmt::format("{} x {}", run["count"].get<std::int64_t>(), size));
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
  }
  if (parts.size() <= 3) return fmt::format("{}", fmt::join(parts, ", then "));
  return fmt::format("of {} to {}", smallest, largest);
}

std::string notes_text(const Json& notes, std::string_view prefix, const Style& style) {
  std::string out;
  for (const Json& note : notes) out += style.dim(fmt::format("note: {}{}", prefix, note.get<std::string>())) + "\n";
  return out;
}

double ratio(const Json& j_sum, const Json& blocked) {
  const double base = blocked.get<double>();
  return base == 0 ? 1.0 : j_sum.get<double>() / base;
}

}  // namespace

std::string problem_text(const Json& report, const Style& style) {
  const Json& grid = report["grid"];
  const Json& machine = report["machine"];
  std::vector<std::string> periodic;
  for (std::size_t i = 0; i < grid["periods"].size(); ++i)
    if (grid["periods"][i].get<bool>()) periodic.push_back(std::to_string(i));
  const Json& node = machine["levels"][machine["node_level"].get<std::size_t>()];
  std::string out = style.bold(fmt::format("grid {}", fmt::join(grid["dims"].get<std::vector<std::int64_t>>(), "x")));
  if (!periodic.empty()) out += fmt::format(" (periodic in {})", fmt::join(periodic, ", "));
  out += fmt::format(", stencil {} ({})", report["stencil"]["text"].get<std::string>(),
                     plural(static_cast<std::int64_t>(report["stencil"]["offsets"].size()), "neighbor"));
  out += fmt::format(", {} on {} ({})\n", plural(machine["processes"], "process"), plural(machine["nodes"], "node"),
                     sizes_text(node["sizes"]));
  return out;
}

std::string mapping_text(const Json& report, const Style& style) {
  const Json& mapping = report["mappings"][0];
  const Json& blocked = report["baseline"];
  Table table({{"level", Align::left},
               {"domains", Align::right, 1},
               {"J_sum"},
               {"J_max"},
               {"lower bound", Align::right, 3},
               {"gap", Align::right, 4},
               {"blocked", Align::right, 2},
               {"saved", Align::right, 5}});
  for (std::size_t i = 0; i < mapping["levels"].size(); ++i) {
    const Json& level = mapping["levels"][i];
    const Json& before = blocked["levels"][i];
    table.add_row({level["level"], number_text(level["domains"]), number_text(level["j_sum"]),
                   number_text(level["j_max"]), number_text(level["lower_bound"]), gap_text(level["gap"]),
                   number_text(before["j_sum"]), percent_text(1 - ratio(level["j_sum"], before["j_sum"]))});
  }
  const std::string asked = mapping["mapping"];
  const std::string found = mapping["algorithm"];
  std::string out = "mapping " + style.bold(asked);
  if (asked != found) out += fmt::format(": {}", found);
  if (!mapping["seconds"].is_null()) out += fmt::format(", found in {}", seconds_text(mapping["seconds"]));
  out.append("\n\n").append(table.text(style));
  if (!mapping["notes"].empty()) out.append("\n").append(notes_text(mapping["notes"], "", style));
  return out;
}

std::string compare_text(const Json& report, const Style& style) {
  const Json& blocked = report["baseline"];
  const Json* best = &blocked;
  const auto cost = [](const Json& m) { return std::pair(m["j_sum"].get<double>(), m["j_max"].get<double>()); };
  for (const Json& mapping : report["mappings"])
    if (!mapping.contains("error") && cost(mapping) < cost(*best)) best = &mapping;

  Table table({{"mapping", Align::left},
               {"J_sum"},
               {"J_max"},
               {"x blocked", Align::right, 4},
               {"lower bound", Align::right, 3},
               {"gap", Align::right, 5},
               {"time", Align::right, 1},
               {"source", Align::left, 2},
               {"", Align::left}});
  std::string notes;
  for (const Json& mapping : report["mappings"]) {
    const std::string name = mapping["mapping"];
    if (mapping.contains("error")) {
      table.add_row({name, "-", "-", "-", "-", "-", "-", mapping["source"], ""}, Table::Emphasis::dim);
      notes += style.dim(fmt::format("note: {}: {}", name, mapping["error"].get<std::string>())) + "\n";
      continue;
    }
    const bool is_best = cost(mapping) == cost(*best);
    table.add_row(
        {name, number_text(mapping["j_sum"]), number_text(mapping["j_max"]),
         fmt::format("{:.3f}", ratio(mapping["j_sum"], blocked["j_sum"])), number_text(mapping["lower_bound"]),
         gap_text(mapping["gap"]), seconds_text(mapping["seconds"]), mapping["source"], is_best ? "best" : ""},
        is_best ? Table::Emphasis::good : Table::Emphasis::none);
    notes += notes_text(mapping["notes"], name + ": ", style);
  }
  std::string out = table.text(style);
  if (!notes.empty()) out.append("\n").append(notes);
  return out;
}

std::string dims_text(const Json& report, const Style& style) {
  Table table({{"dims", Align::left},
               {"J_sum"},
               {"J_max"},
               {"lower bound", Align::right, 2},
               {"gap", Align::right, 3},
               {"blocked", Align::right, 1},
               {"", Align::left}});
  for (const Json& row : report["candidates"]) {
    const bool balanced = row["dims_create"];
    table.add_row({fmt::format("{}", fmt::join(row["dims"].get<std::vector<std::int64_t>>(), "x")),
                   number_text(row["j_sum"]), number_text(row["j_max"]), number_text(row["lower_bound"]),
                   gap_text(row["gap"]), number_text(row["blocked"]), balanced ? "MPI_Dims_create" : ""},
                  balanced ? Table::Emphasis::good : Table::Emphasis::none);
  }
  return table.text(style);
}

std::string cuts_text(const Json& report, const Style& style) {
  Table table({{"level", Align::left}, {"domains"}, {"cut into", Align::left}});
  for (const Json& level : report["cuts"])
    table.add_row({level["level"], number_text(level["domains"]),
                   fmt::format("{}", fmt::join(level["cuts"].get<std::vector<std::int64_t>>(), "x"))});
  return table.text(style);
}

std::string machine_text(const Json& machine, const Style& style) {
  Table table({{"level", Align::left}, {"domains"}, {"processes each", Align::left}});
  for (const Json& level : machine["levels"])
    table.add_row({level["level"], number_text(level["domains"]), sizes_text(level["sizes"])});
  return table.text(style);
}

}  // namespace cartwright::report
