// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/present.hpp"

#include "base/output_file.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"

#include <nlohmann/json.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

namespace cartwright::cli {

namespace {

/// Columns of the terminal, or of a page when the output goes elsewhere.
std::int64_t output_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 120;
}

}  // namespace

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
    const std::string picture = picture_text(placement, style, output_width(), 400);
    if (picture.empty())
      text += style.dim("The grid is too large to draw here: --write svg=FILE draws it.") + "\n";
    else
      text.append("\n").append(picture);
  }
  present(placement.report, text, options);
}

}  // namespace cartwright::cli
