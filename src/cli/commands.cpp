// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command.hpp"

namespace cartwright::cli {

// Each subcommand is in the file of its name. To add one, write that file and add one line here, with its purpose.
#define CARTWRIGHT_COMMANDS(COMMAND) \
  COMMAND(programs, run)             \
  COMMAND(programs, record)          \
  COMMAND(programs, traffic)         \
  COMMAND(programs, order)           \
  COMMAND(mappings, map)             \
  COMMAND(mappings, compare)         \
  COMMAND(mappings, evaluate)        \
  COMMAND(mappings, dims)            \
  COMMAND(mappings, study)           \
  COMMAND(networks, network)         \
  COMMAND(networks, place)           \
  COMMAND(networks, view)            \
  COMMAND(networks, simulate)        \
  COMMAND(datatypes, datatype)       \
  COMMAND(machines, doctor)          \
  COMMAND(machines, machine)         \
  COMMAND(machines, measure)         \
  COMMAND(machines, calibrate)       \
  COMMAND(machines, cluster)         \
  COMMAND(machines, version)

#define CARTWRIGHT_DECLARE(purpose, name) Command name##_command();
#define CARTWRIGHT_LIST(purpose, name) with_purpose(Purpose::purpose, name##_command()),

CARTWRIGHT_COMMANDS(CARTWRIGHT_DECLARE)

namespace {
Command with_purpose(Purpose purpose, Command command) {
  command.purpose = purpose;
  return command;
}
}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> list = {CARTWRIGHT_COMMANDS(CARTWRIGHT_LIST)};
  return list;
}

}  // namespace cartwright::cli
