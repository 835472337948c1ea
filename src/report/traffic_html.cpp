// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/format_bytes.hpp"
#include "base/grouped.hpp"
#include "report/text.hpp"
#include "report/traffic_report.hpp"
#include "report/traffic_tables_p.hpp"
#include "report/xml.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

/// The colors and boxes of page.html.
constexpr std::string_view page_style = R"css(
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfbf9; --card: #fff; --line: #dfe3e8; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e6e9ee; --soft: #9aa5b4; --paper: #14181e; --card: #1c222b; --line: #323b48; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; }
  header { padding: 22px 28px 12px; }
  h1 { font-size: 22px; font-weight: 650; margin: 0 0 2px; }
  h2 { font-size: 16px; font-weight: 650; margin: 0 0 6px; }
  header p { margin: 0; color: var(--soft); }
  .figures { display: flex; flex-wrap: wrap; gap: 12px; padding: 6px 28px 16px; }
  .figure, section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
  .figure { padding: 10px 16px; min-width: 132px; }
  .figure b { display: block; font-size: 22px; font-weight: 650; font-variant-numeric: tabular-nums; }
  .figure span { color: var(--soft); font-size: 13px; }
  main { display: flex; flex-wrap: wrap; gap: 16px; padding: 0 28px 28px; align-items: flex-start; }
  section { padding: 14px 18px; max-width: 100%; overflow: auto; }
  .column { display: flex; flex-direction: column; gap: 16px; flex: 1 1 420px; min-width: 0; }
  section p, section ul { margin: 0 0 8px; }
  section ul { padding-left: 20px; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th { text-align: left; font-weight: 500; color: var(--soft); border-bottom: 1px solid var(--line); }
  th, td { padding: 3px 18px 3px 0; white-space: nowrap; }
  th.number, td.number { text-align: right; }
  svg { display: block; max-width: 100%; height: auto; }
)css";

std::string section(std::string_view title, const std::string& body) {
  return body.empty() ? "" : fmt::format("<section><h2>{}</h2>\n{}</section>\n", title, body);
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : fmt::format("<p>{}</p>\n", xml_escaped(text));
}

std::string figure(const std::string& value, std::string_view text) {
  return fmt::format("<div class=\"figure\"><b>{}</b><span>{}</span></div>\n", xml_escaped(value), text);
}

std::string figures(const Json& traffic) {
  const Json& nodes = traffic["nodes"];
  const auto bytes = [&](const char* name) { return base::format_bytes(nodes[name].get<double>()); };
  std::string out = figure(base::grouped(traffic["record"]["ranks"]), "processes") +
                    figure(bytes("bytes"), "between pairs of processes");
  if (nodes["nodes"].get<std::int64_t>() > 1)
    out +=
        figure(base::grouped(nodes["nodes"]), "nodes") + figure(bytes("between"), "between nodes") +
        figure(bytes("between_ordered"), "in the best order found") +
        figure(bytes("bound"), nodes["bound_proven"].get<bool>() ? "at least, in any order" : "at least, by a model");
  if (const double explained = traffic["explained"]; explained > 0)
    out += figure(percent_text(explained), traffic["parts"].empty() ? "explained by a grid" : "explained by grids");
  return out;
}

}  // namespace

std::string traffic_html(const Json& traffic, std::string_view matrix) {
  const std::string program = traffic["record"]["program"];
  const std::string name = xml_escaped(std::filesystem::path(program).filename().string());
  std::string notes;
  for (const Json& advice : traffic["advice"])
    notes += fmt::format("<li>{}</li>\n", xml_escaped(advice.get<std::string>()));
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>Cartwright: traffic of {}</title>\n"
      "<style>{}</style>\n<header><h1>Traffic of {}</h1>{}</header>\n",
      name, page_style, name, paragraph(program + ": " + run_line(traffic["record"])));
  out += "<div class=\"figures\">" + figures(traffic) + "</div>\n<main>\n<div class=\"column\">\n";
  out += section("Notes", notes.empty() ? "" : "<ul>" + notes + "</ul>");
  const std::optional<Table> structure = structure_table(traffic);
  out += section("Structure", paragraph(structure_line(traffic)) + (structure ? structure->html() : ""));
  out += section("Kinds of messages", kinds_table(traffic["kinds"]).html());
  out += section("Communicators", traffic["groups"].empty() ? "" : groups_table(traffic["groups"]).html());
  out += section("Pairs and nodes", paragraph(pairs_line(traffic)) + paragraph(nodes_line(traffic)));
  out += section("Collectives through the memory of nodes",
                 traffic["joined"].empty() ? "" : joined_table(traffic["joined"]).html());
  out += section("Stability", paragraph(stability_line(traffic["stability"])));
  out += section("Datatypes", traffic["datatypes"].empty() ? "" : types_table(traffic["datatypes"]).html());
  return out + "</div>\n" + section("Bytes between processes", std::string(matrix)) + "</main>\n</html>\n";
}

}  // namespace cartwright::report
