// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "html_table.hpp"
#include "mapping.hpp"
#include "report/text.hpp"
#include "report/writers.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::python {

namespace {

std::string gap_text(const report::Json& gap) { return gap.is_null() ? "–" : report::percent_text(gap.get<double>()); }

std::string notes_html(const report::Json& notes) {
  std::string out;
  for (const report::Json& note : notes) out += "<p>" + escape(note.get<std::string>()) + "</p>\n";
  return out;
}

}  // namespace

std::string notebook_html(const Mapped& mapped) {
  const report::Json& report = *mapped.report;
  const report::Json& mapping = report["mappings"][0];
  HtmlTable table({"level", "domains", "J_sum", "J_max", "lower bound", "gap", "blocked"});
  for (std::size_t i = 0; i < mapping["levels"].size(); ++i) {
    const report::Json& level = mapping["levels"][i];
    table.row({level["level"], report::number_text(level["domains"]), report::number_text(level["j_sum"]),
               report::number_text(level["j_max"]), report::number_text(level["lower_bound"]), gap_text(level["gap"]),
               report::number_text(report["baseline"]["levels"][i]["j_sum"])});
  }
  std::string html = "<div>\n";
  if (mapped.given->problem.size() <= report::max_cells_of_a_picture)
    html += report::find_writer("svg").write(mapped.placement);
  return html + table.html() + notes_html(mapping["notes"]) + "</div>\n";
}

std::string notebook_html(const report::Json& comparison) {
  const double blocked = comparison["baseline"]["j_sum"];
  double least = INFINITY;
  for (const report::Json& mapping : comparison["mappings"])
    if (!mapping.contains("error")) least = std::min(least, mapping["j_sum"].get<double>());
  HtmlTable table({"mapping", "J_sum", "J_max", "x blocked", "lower bound", "gap", "time", "source"});
  std::string failures;
  for (const report::Json& mapping : comparison["mappings"]) {
    if (mapping.contains("error")) {
      failures += fmt::format("<p>{}: {}</p>\n", escape(mapping["mapping"].get<std::string>()),
                              escape(mapping["error"].get<std::string>()));
      continue;
    }
    const double j_sum = mapping["j_sum"];
    table.row({mapping["mapping"], report::number_text(mapping["j_sum"]), report::number_text(mapping["j_max"]),
               fmt::format("{:.3f}", blocked > 0 ? j_sum / blocked : 1.0), report::number_text(mapping["lower_bound"]),
               gap_text(mapping["gap"]), report::seconds_text(mapping["seconds"]), mapping["source"]},
              j_sum == least);
  }
  return fmt::format("<div>\n<p>{}</p>\n{}{}</div>\n", escape(report::problem_text(comparison, {})), table.html(),
                     failures);
}

}  // namespace cartwright::python
