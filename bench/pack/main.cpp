// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures how fast Cartwright, C code and MPIs pack and unpack layouts, all in one run, in turns. run.sh finds the
// MPIs; the program also runs without any. tables.py makes tables of the report.
#include "main.hpp"
#include "pack/experiment.hpp"
#include "write_report.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::bench {

namespace {

int parse_and_run(int argc, char** argv) {
  Options options;
  std::string json;
  CLI::App app("Packing and unpacking of layouts, compared with C code and MPIs");
  app.add_flag("--quick", options.quick, "Fewer rounds, in a few seconds");
  app.add_option("--only", options.only, "Only layouts whose names contain this");
  app.add_option("--parts", options.parts, "Parts to run: cache, memory, milc, nested, random, commit; default: all")
      ->delimiter(',')
      ->check(CLI::IsMember({"cache", "memory", "milc", "nested", "random", "commit"}));
  app.add_option("--worker", options.workers, "openmpi-NAME=COMMAND or mpich-NAME=COMMAND: an MPI to measure");
  app.add_option("--preloaded", options.preloaded, "The same, for a worker under libcartwright_preload");
  app.add_option("--milc", options.milc, "A file of datatypes, one per line, for the part milc");
  app.add_option("--cc", options.compiler, "C compiler for the compared C code");
  app.add_option("--core", options.core, "Core to run on");
  app.add_option("--json", json, "Write the report to this file, not to standard output");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  write_report(measured(options), json);
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("pack", argc, argv, cartwright::bench::parse_and_run);
}
