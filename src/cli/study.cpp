// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/study.hpp"

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct StudyOptions : Options {
  std::string mappings = "hyperplane,kdtree,strips,nodecart,auto";
  std::string svg;
};

int study(const StudyOptions& options) {
  const base::Existing existing = options.force ? base::Existing::replace : base::Existing::refuse;
  if (!options.svg.empty()) base::check_writable(options.svg, existing);
  std::vector<std::string> mappings;
  for (const std::string_view name : base::split(options.mappings, ',')) {
    mappings.emplace_back(base::trim(name));
    report::check_study_mapping(mappings.back());
  }
  choose::Request request = make_request(options);
  report::Json report = report::report_head("study");
  {
    const Progress progress(options.quiet, "study");
    request.options.progress = [&](double share) { progress.show(share); };
    report.update(report::run_study(mappings, request));
  }
  if (!options.svg.empty()) base::write_file(options.svg, report::study_svg(report), existing);
  present(report, report::study_text(report, make_style(options)), options);
  return 0;
}

Action add_study(CLI::App& app) {
  auto options = std::make_shared<StudyOptions>();
  app.add_option(
         "--mappings", options->mappings,
         "The mappings to compare (default hyperplane,kdtree,strips,nodecart,auto); scotch is the graph partitioner "
         "Scotch")
      ->type_name("NAME,NAME,...");
  add_effort_options(app, *options);
  app.add_option("--svg", options->svg, "Draw the reductions as a notched box plot")->type_name("FILE");
  app.add_flag("--force", options->force, "Replace a file that exists");
  add_output_options(app, *options);
  return [options] { return study(*options); };
}

}  // namespace

Command study_command() {
  return {
      .name = "study",
      .summary = "Rerun the published study of 144 instances and three stencils",
      .description =
          "Runs mappings on 10 to 31 nodes of 10 to 32 processes, in 2 and 3 dimensions, with the stencils nn, hops "
          "and component: 432 problems. Prints the median ratios of J_sum and J_max to those of the blocked mapping, "
          "with 95 % confidence intervals (median -+ 1.57 IQR / sqrt(144)), and says which claims of the publication "
          "hold. --svg draws the published figure. The JSON report contains every instance.",
      .examples = {{"The published algorithms and auto, with the figure", "cartwright study --svg reductions.svg"},
                   {"Only two mappings", "cartwright study --mappings hyperplane,strips"},
                   {"Beside a graph partitioner", "cartwright study --mappings strips,auto,scotch"},
                   {"Every instance as JSON, for a custom plot", "cartwright study --json"}},
      .add = add_study,
  };
}

}  // namespace cartwright::cli
