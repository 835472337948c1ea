// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace cartwright::bench {

/// The main() of a benchmark without MPI: returns the status of `run`, or prints its exception and returns 2.
inline int plain_main(const char* name, int argc, char** argv, int (*run)(int argc, char** argv)) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 2;
  }
}

}  // namespace cartwright::bench
