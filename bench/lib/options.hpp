// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lib/program.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::bench {

/// A command line, whose --help shows the defaults of its options.
class CommandLine : public CLI::App {
 public:
  explicit CommandLine(const char* about) : CLI::App(about) { option_defaults()->always_capture_default(); }

  /// After --help, the program ends with status 0, after an error with 2. Process `rank` 0 says why.
  void read(int argc, char** argv, int rank = 0) {
    try {
      parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      const int status = error.get_exit_code();
      if (rank == 0) exit(error);
      throw Exit{status == 0 ? 0 : 2};
    }
  }
};

}  // namespace cartwright::bench
