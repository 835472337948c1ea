// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "cli/progress.hpp"
#include "report/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

/// One row of the report: the result, or the error when the algorithm does not support the problem.
report::Json row(const mapping::Problem& problem, const choose::Request& request, const std::vector<double>& bounds,
                 bool quiet) {
  report::Json made;
  try {
    made = report::mapping_json(problem, solve_with_progress(problem, request, bounds, quiet), bounds);
  } catch (const base::Error& error) {
    if (error.status() == base::Status::internal) throw;
    made = {{"mapping", request.mapping}, {"error", error.what()}};
  }
  report::add_source(made);
  return made;
}

int compare(const Options& options, bool sorted) {
  const mapping::Problem problem = make_problem(options);
  const std::vector<double> bounds = choose::level_bounds(problem);
  report::Json report = problem_report("compare", problem, options);
  report["baseline"] = report::baseline_json(problem, bounds);
  choose::Request request = make_request(options);
  report::Json rows = report::Json::array();
  for (const mapping::Algorithm* algorithm : mapping::algorithms_for(problem)) {
    request.mapping = algorithm->name;
    rows.push_back(row(problem, request, bounds, options.quiet));
  }
  request.mapping = "auto";
  rows.push_back(row(problem, request, bounds, options.quiet));
  if (sorted)
    std::stable_sort(rows.begin(), rows.end(), [](const report::Json& a, const report::Json& b) {
      const auto key = [](const report::Json& row) {
        return row.contains("error") ? std::pair<double, double>(INFINITY, 0)
                                     : std::pair<double, double>(row["j_sum"], row["j_max"]);
      };
      return key(a) < key(b);
    });
  report["mappings"] = std::move(rows);
  const report::Style style = make_style(options);
  present(report, report::problem_text(report, style) + "\n" + report::compare_text(report, style), options);
  return 0;
}

Action add_compare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  auto sorted = std::make_shared<bool>(false);
  add_problem_options(app, *options);
  add_effort_options(app, *options);
  app.add_flag("--sort", *sorted, "Sort the mappings, best first");
  add_output_options(app, *options);
  return [options, sorted] { return compare(*options, *sorted); };
}

}  // namespace

Command compare_command() {
  return {
      .name = "compare",
      .summary = "Compare all mappings of one problem",
      .description =
          "Runs every mapping algorithm, and auto, on one problem. J_sum counts the edges of the communication graph "
          "that cross between nodes. J_max counts the edges that leave the worst node. No mapping has a J_sum below "
          "the lower bound. The last column names the publication of a mapping, with its key in docs/references.md.",
      .examples = {{"A problem of the published measurements",
                    "cartwright compare --dims 50x48 --machine 50x48 --stencil hops"},
                   {"Nodes of two sizes, best first", "cartwright compare --machine 30*48,30*32 --sort"},
                   {"Output for a script", "cartwright compare --dims 75x64 --machine 100x48 --json"}},
      .add = add_compare,
  };
}

}  // namespace cartwright::cli
