// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/present.hpp"

#include "base/output_file.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::cli {

void present(const Json& report, const std::string& text, const Options& options) {
  if (options.json)
    write_file("-", pretty(report), Existing::replace);
  else if (!options.quiet)
    write_file("-", text, Existing::replace);
}

void present_mapping(const Placement& placement, const Options& options) {
  const Style style = make_style(options);
  std::string text = problem_text(placement.report, style) + mapping_text(placement.report, style);
  const bool wanted = options.picture == "always" || (options.picture == "auto" && style.color);
  if (wanted && !options.json && !options.quiet) {
    constexpr std::size_t page = 120;  // columns, where the output goes elsewhere
    const std::size_t width = style.columns > 0 ? style.columns : page;
    const std::string picture = picture_text(placement, style, static_cast<std::int64_t>(width), 400);
    if (picture.empty())
      text += style.dim("The grid is too large to draw here: --write svg=FILE draws it.") + "\n";
    else
      text.append("\n").append(picture);
  }
  present(placement.report, text, options);
}

}  // namespace cartwright::cli
