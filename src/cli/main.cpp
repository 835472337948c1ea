// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "cli/command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <new>

namespace cartwright::cli {
namespace {

/// Bad input is the user's to mend (2); what the system refused, or a bug, is a failure at run time (1).
int exit_status(Status status) {
  switch (status) {
    case Status::ok: return 0;
    case Status::invalid_argument:
    case Status::overflow:
    case Status::parse:
    case Status::unsupported: return 2;
    case Status::io:
    case Status::no_memory:
    case Status::internal: break;
  }
  return 1;
}

int report(std::string_view message, int status) {
  fmt::print(stderr, "cartwright: {}\n", message);
  return status;
}

int run(int argc, char** argv) {
  CLI::App app("Places the processes of MPI programs on regular grids so that they communicate less", "cartwright");
  app.require_subcommand(1);
  Action action;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    sub->final_callback([&action, chosen = command.add(*sub)] { action = chosen; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return report(error.what(), 2);
  }
  return action();
}

}  // namespace
}  // namespace cartwright::cli

int main(int argc, char** argv) {
  using namespace cartwright;
  try {
    return cli::run(argc, argv);
  } catch (const Error& error) {
    return cli::report(error.what(), cli::exit_status(error.status()));
  } catch (const std::bad_alloc&) {
    return cli::report("out of memory: use a smaller grid", 1);
  } catch (const std::exception& error) {
    return cli::report(fmt::format("internal error: {}", error.what()), 1);
  }
}
