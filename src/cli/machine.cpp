// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/output_file.hpp"
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "machine/readers.hpp"
#include "machine/this_machine.hpp"
#include "report/text.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

struct MachineOptions : Options {
  std::string write;
};

int show(const MachineOptions& options) {
  const bool here = options.machine.empty();
  const machine::Machine machine = here ? machine::this_machine() : machine::read_machine(options.machine);
  report::Json report = report::report_head("machine");
  report["machine"] = report::machine_json(machine, here ? "this machine" : options.machine);
  if (!options.write.empty())
    base::write_file(options.write, machine::machine_to_json(machine),
                     options.force ? base::Existing::replace : base::Existing::refuse);
  const report::Style style = make_style(options);
  std::string text = report::machine_text(report["machine"], style);
  if (here) text.insert(0, style.bold(machine.hosts().front()) + ": the cores that this process may use\n\n");
  present(report, text, options);
  return 0;
}

Action add_machine(CLI::App& app) {
  auto options = std::make_shared<MachineOptions>();
  app.add_option("machine", options->machine, "The machine, in any form that --machine accepts (default: this one)")
      ->type_name("SPEC|FILE");
  app.add_option("--write", options->write, "Write the machine as JSON, which --machine reads")->type_name("FILE");
  app.add_flag("--force", options->force, "Replace a file that exists");
  add_output_options(app, *options);
  return [options] { return show(*options); };
}

}  // namespace

Command machine_command() {
  return {
      .name = "machine",
      .summary = "Show the levels of a machine",
      .description =
          "Prints the levels of this machine and the sizes of their domains, or those of a machine in a short "
          "notation, "
          "a host list of Open MPI, MPICH or Slurm, hwloc XML or JSON. --json also lists the hosts.",
      .examples = {{"This machine", "cartwright machine"},
                   {"50 nodes with two sockets of 24 cores", "cartwright machine 50x2x24"},
                   {"The machine of a host file", "cartwright machine hosts.txt"},
                   {"Save a machine as JSON, to edit it", "cartwright machine 30*48,30*32 --write machine.json"}},
      .add = add_machine,
  };
}

}  // namespace cartwright::cli
