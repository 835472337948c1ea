// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/present.hpp"

#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

/// What the reader of the network assumed.
std::string network_notes(const report::Json& report) {
  std::string text;
  if (report.contains("network") && report["network"].contains("notes"))
    for (const report::Json& note : report["network"]["notes"])
      text += fmt::format("note: {}\n", note.get<std::string>());
  return text;
}

}  // namespace

void print_text(const std::string& text, const Options& options) {
  base::write_file("-", make_style(options).color ? text : base::printable_lines(text), base::Existing::replace);
}

void present(const report::Json& report, const std::string& text, const Options& options) {
  if (options.json)
    base::write_file("-", report::pretty(report), base::Existing::replace);
  else if (!options.quiet)
    print_text(text + network_notes(report), options);
}

void present_mapping(const report::Placement& placement, const Options& options) {
  const report::Style style = make_style(options);
  std::string text = report::problem_text(placement.report, style) + report::mapping_text(placement.report, style);
  const bool wanted = options.picture == "always" || (options.picture == "auto" && style.color);
  if (wanted && !options.json && !options.quiet) {
    constexpr std::size_t page = 120;  // columns, if the output is not a terminal
    const std::size_t width = style.columns > 0 ? style.columns : page;
    const std::string picture = report::picture_text(placement, style, static_cast<std::int64_t>(width), 400);
    if (picture.empty())
      text += style.dim("The grid is too large to draw here: --write svg=FILE draws it.") + "\n";
    else
      text.append("\n").append(picture);
  }
  present(placement.report, text, options);
}

}  // namespace cartwright::cli
