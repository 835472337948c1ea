// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command.hpp"

namespace cartwright::cli {

// Each subcommand is in the file of its name. To add one, write that file and add one line here.
#define CARTWRIGHT_COMMANDS(COMMAND) \
  COMMAND(map)                       \
  COMMAND(compare)                   \
  COMMAND(evaluate)                  \
  COMMAND(dims)                      \
  COMMAND(machine)                   \
  COMMAND(measure)                   \
  COMMAND(study)                     \
  COMMAND(datatype)                  \
  COMMAND(network)                   \
  COMMAND(place)                     \
  COMMAND(simulate)                  \
  COMMAND(view)                      \
  COMMAND(run)                       \
  COMMAND(record)                    \
  COMMAND(traffic)                   \
  COMMAND(order)                     \
  COMMAND(cluster)                   \
  COMMAND(doctor)                    \
  COMMAND(version)

#define CARTWRIGHT_DECLARE(name) Command name##_command();
#define CARTWRIGHT_LIST(name) name##_command(),

CARTWRIGHT_COMMANDS(CARTWRIGHT_DECLARE)

const std::vector<Command>& commands() {
  static const std::vector<Command> list = {CARTWRIGHT_COMMANDS(CARTWRIGHT_LIST)};
  return list;
}

}  // namespace cartwright::cli
