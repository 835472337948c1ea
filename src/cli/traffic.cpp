// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"
#include "cli/command.hpp"
#include "cli/open_page.hpp"
#include "cli/present.hpp"
#include "cli/traffic_options.hpp"
#include "report/traffic_report.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct TrafficOptions {
  Options shared;
  std::string file;
  std::string svg;
  std::string html;
  bool matrix = false;
  bool open = false;
};

int traffic(TrafficOptions& options) {
  if (options.open) options.html = page_to_open(options.html, "--html -", "traffic.html");
  const base::Existing existing = options.shared.force ? base::Existing::replace : base::Existing::refuse;
  for (const std::string& file : {options.svg, options.html})
    if (!file.empty()) base::check_writable(file, existing);
  const RecordedTraffic read = read_traffic_record(options.file);
  const choose::RankLocations locations = locations_of(read.record, options.shared.machine);
  const record::RankOrder order =
      record::order_ranks(read.pairs, read.structure, locations, place_options(options.shared), read.parts);
  report::Json report = report::traffic_json({.record = read.record,
                                              .pairs = read.pairs,
                                              .pattern = read.pattern,
                                              .parts = read.parts,
                                              .locations = locations,
                                              .as_it_ran = options.shared.machine.empty(),
                                              .order = order});
  if (options.matrix) {
    report::Json& rows = report["pairs"] = report::Json::array();
    for (const record::Pair& pair : read.pairs.pairs)
      rows.push_back({pair.from, pair.to, pair.messages, report::json_number(pair.bytes)});
  }
  const std::string name = std::filesystem::path(read.record.header.program).filename().string();
  const std::string matrix = report::matrix_svg(fmt::format("{}, {} ranks", name, read.pairs.ranks), read.pairs);
  if (!options.svg.empty()) base::write_file(options.svg, matrix, existing);
  if (!options.html.empty()) base::write_file(options.html, report::traffic_html(report, matrix), existing);
  present(report, report::traffic_text(report, make_style(options.shared)), options.shared);
  if (options.open) open_page(options.html);
  return 0;
}

Action add_traffic(CLI::App& app) {
  auto options = std::make_shared<TrafficOptions>();
  app.add_option("file", options->file, "The record, as written by cartwright record")->type_name("FILE")->required();
  app.add_option("--machine", options->shared.machine,
                 "Count the bytes between these nodes, filled with consecutive ranks (default: those of the record)")
      ->type_name("MACHINE");
  app.add_option("--svg", options->svg, "Draw the matrix of bytes between processes")->type_name("FILE");
  app.add_option("--html", options->html, "Write all results and the matrix as a page for a browser")
      ->type_name("FILE");
  app.add_flag("--force", options->shared.force, "Replace files that exist");
  add_open_option(app, options->open);
  app.add_flag("--matrix", options->matrix, "Add all pairs to the JSON: from, to, messages, bytes");
  add_effort_options(app, options->shared);
  add_output_options(app, options->shared);
  return [options] { return traffic(*options); };
}

}  // namespace

Command traffic_command() {
  return {
      .name = "traffic",
      .summary = "Explain what a recorded program sends",
      .description =
          "Reads a record and prints what the processes sent: bytes by kind and by communicator, bytes inside and "
          "between "
          "nodes, the grid and the stencil that explain the messages, and how the traffic changed over time. The last "
          "lines say what would lower the bytes between nodes, or that nothing can.\n\n"
          "Point-to-point messages, neighborhood and one-sided communication are counted exactly. So are "
          "collectives if the MPI's messages are counted, and otherwise they follow from the tables of MPICH or from "
          "a model of their algorithms (docs/record.md).",
      .examples = {{"Explain a record", "cartwright traffic traffic.record"},
                   {"What an order of the ranks would gain on 4 nodes of 8 processes, with a picture",
                    "cartwright traffic traffic.record --machine 4x8 --svg matrix.svg"},
                   {"A page for a browser", "cartwright traffic traffic.record --html traffic.html"},
                   {"The same page, opened in the browser", "cartwright traffic traffic.record --open"}},
      .add = add_traffic,
  };
}

}  // namespace cartwright::cli
