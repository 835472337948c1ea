// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// How fast layouts are packed and unpacked by Cartwright, by C code, and by MPIs: all in one run, in turns. run.sh
// beside this finds the MPIs; without any it runs by itself.
#include "main.hpp"
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "pack/experiment.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::bench {

namespace {

void save(const std::string& path, const std::string& text) {
  if (!path.empty()) base::write_file(path, text, base::Existing::replace);
}

int parse_and_run(int argc, char** argv) {
  Options options;
  std::string again, json, speedups, reuses;
  CLI::App app("Packing and unpacking of layouts, beside C code and MPIs");
  app.add_flag("--quick", options.quick, "A few seconds: fewer rounds");
  app.add_option("--only", options.only, "Only layouts whose names contain this");
  app.add_option("--parts", options.parts, "Of cache, memory, milc, commit; all by default")
      ->delimiter(',')
      ->check(CLI::IsMember({"cache", "memory", "milc", "commit"}));
  app.add_option("--worker", options.workers, "openmpi-NAME=COMMAND or mpich-NAME=COMMAND: an MPI to measure");
  app.add_option("--preloaded", options.preloaded, "The same for a worker under libcartwright_preload");
  app.add_option("--milc", options.milc, "A file of datatypes, one a line: the part milc");
  app.add_option("--cc", options.compiler, "The C compiler for what C code can do");
  app.add_option("--core", options.core, "Where to run");
  app.add_option("--again", again, "Measure nothing: print and draw again what --json wrote");
  app.add_option("--json", json, "Files to write: all that was measured");
  app.add_option("--speedup-svg", speedups, "A histogram of the speed-ups over MPI for the datatypes of the part milc");
  app.add_option("--reuse-svg", reuses, "A histogram of the uses after which code is paid for");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  Json report = again.empty() ? measured(options) : Json::parse(base::read_file(again));
  evaluate(report);
  fmt::print("{}", pack_text(report));
  save(json, report.dump(1) + "\n");
  save(speedups, milc_speedup_svg(report));
  save(reuses, milc_reuse_svg(report));
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("pack", argc, argv, cartwright::bench::parse_and_run);
}
