// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "main.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::bench {

/// The main() of a benchmark whose only option is --tiny.
template <typename Bench>
int tiny_main(const char* name, const char* title, int argc, char** argv) {
  static const char* about = title;
  return plain_main(name, argc, argv, [](int count, char** arguments) {
    CLI::App app(about);
    bool tiny = false;
    app.add_flag("--tiny", tiny, "Little data, each once: shows that it works");
    try {
      app.parse(count, arguments);
    } catch (const CLI::ParseError& error) {
      return app.exit(error);
    }
    Bench(tiny).run();
    return 0;
  });
}

}  // namespace cartwright::bench
