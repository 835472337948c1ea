// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace cartwright::cli {

namespace {

Action add(CLI::App&) {
  return [] {
    fmt::print("cartwright {}\n", CARTWRIGHT_VERSION);
    return 0;
  };
}

}  // namespace

Command version_command() {
  return {
      .name = "version",
      .summary = "Print the version, the build and its features",
      .description = "Prints which Cartwright this is and what it was built with.",
      .examples = {{"Print the version", "cartwright version"}},
      .add = add,
  };
}

}  // namespace cartwright::cli
