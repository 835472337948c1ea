// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/input_file.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "cli/targets.hpp"
#include "report/read_mapping.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

int evaluate(const Options& options, const std::string& file) {
  const std::vector<Target> targets = parse_targets(options);
  const mapping::Problem problem = make_problem(options);
  const std::vector<double> bounds = choose::level_bounds(problem);
  const choose::Result result = choose::cost_order(problem, file, report::read_mapping(base::read_file(file), problem));

  report::Json report = problem_report("evaluate", problem, options);
  report["baseline"] = report::baseline_json(problem, bounds);
  report::Json mapping = report::mapping_json(problem, result, bounds);
  mapping["seconds"] = nullptr;
  mapping.erase("seed");
  report["mappings"] = report::Json::array({mapping});
  const report::Placement placement = report::make_placement(problem, result.order, report);
  for (const std::string& note : target_notes(targets, placement)) report["mappings"][0]["notes"].push_back(note);
  write_targets(targets, placement, options);
  if (!fills_stdout(targets)) present_mapping(placement, options);
  return 0;
}

Action add_evaluate(CLI::App& app) {
  auto options = std::make_shared<Options>();
  auto file = std::make_shared<std::string>();
  app.add_option("file", *file,
                 "The mapping: csv as written by map, a VieM permutation, a node index per line, or MPICH_RANK_ORDER")
      ->type_name("FILE")
      ->required();
  add_problem_options(app, *options);
  add_write_options(app, *options);
  add_picture_option(app, *options);
  add_output_options(app, *options);
  return [options, file] { return evaluate(*options, *file); };
}

}  // namespace

Command evaluate_command() {
  return {
      .name = "evaluate",
      .summary = "Evaluate a mapping from a file",
      .description =
          "Reads a mapping and prints the same report as map: J_sum, J_max, lower bound and gap. Four file formats are "
          "recognized by their contents: csv with the header rank,node,old_rank; a slot per line, line i for rank i (a "
          "VieM permutation); a node index per line; and ranks in the order of slots, separated by commas "
          "(MPICH_RANK_ORDER).",
      .examples = {{"Evaluate a mapping found by VieM", "cartwright evaluate permutation --dims 50x48 --machine 50x48"},
                   {"Draw a Cray rank order",
                    "cartwright evaluate MPICH_RANK_ORDER --dims 16x12 --machine 8x24 --write svg=order.svg"}},
      .add = add_evaluate,
  };
}

}  // namespace cartwright::cli
