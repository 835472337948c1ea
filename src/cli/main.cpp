// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "base/version.hpp"
#include "cli/doc.hpp"
#include "launch/cables.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace cartwright::cli {
namespace {

/// 2 for bad input, which the user can correct; 1 for failures of the system and for bugs.
int exit_status(base::Status status) {
  switch (status) {
    case base::Status::ok: return 0;
    case base::Status::invalid_argument:
    case base::Status::overflow:
    case base::Status::parse:
    case base::Status::unsupported: return 2;
    case base::Status::io:
    case base::Status::no_memory:
    case base::Status::internal:
    case base::Status::timeout:
    case base::Status::peer_failed: break;
  }
  return 1;
}

int print(const std::string& text) {
  base::write_file("-", text, base::Existing::replace);
  return 0;
}

/// Writes the man pages and the bash completion below a folder with the layout of "share". The build calls it.
int generate_docs(const std::filesystem::path& folder) {
  const std::filesystem::path pages = folder / "man" / "man1";
  const std::filesystem::path completions = folder / "bash-completion" / "completions";
  std::filesystem::create_directories(pages);
  std::filesystem::create_directories(completions);
  base::write_file(pages / "cartwright.1", man_page(), base::Existing::replace);
  for (const CommandDoc& doc : documentation())
    base::write_file(pages / fmt::format("cartwright-{}.1", doc.command->name), man_page(doc), base::Existing::replace);
  base::write_file(completions / "cartwright", bash_completion(), base::Existing::replace);
  return 0;
}

/// Reports the first word that CLI11 did not recognize, and the help to read.
[[noreturn]] void refuse_extras(const CLI::App& app) {
  const std::vector<CLI::App*> used = app.get_subcommands();
  const std::string first = app.remaining(true).front();
  const bool option = first.starts_with('-');
  base::fail(base::Status::invalid_argument, "unknown {} '{}': cartwright{} --help lists them",
             option         ? "option"
             : used.empty() ? "command"
                            : "argument",
             first, used.empty() ? "" : " " + used.front()->get_name());
}

/// Reports a mistake on the command line, where to read about it, and a command without it.
[[noreturn]] void refuse(const CLI::App& app, const std::string& mistake) {
  for (const Command& command : commands())
    if (app.got_subcommand(std::string(command.name)))
      base::fail(base::Status::invalid_argument, "{}: see cartwright {} --help, or try: {}", mistake, command.name,
                 command.examples.front().command);
  base::fail(base::Status::invalid_argument, "{}: see cartwright --help", mistake);
}

/// Prints the help of the given subcommand, or of the program. Fails on an unknown command.
int print_help(const CLI::App& app) {
  for (const CommandDoc& doc : documentation())
    if (app.got_subcommand(std::string(doc.command->name))) return print(help_text(doc));
  if (!app.remaining(true).empty()) refuse_extras(app);
  return print(help_text());
}

/// A file that is opened must not get the number of standard output or standard error because that is closed. Writing
/// to these still fails. Programs that are started find them closed.
void keep_standard_files() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(number, F_GETFD) < 0) ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

int run(int argc, char** argv) {
  CLI::App app("", "cartwright");
  app.set_help_flag("--help,-h");
  std::string docs;
  app.add_option("--generate-docs", docs);
  std::string cables;
  app.add_option("--carry-packets", cables);
  app.set_version_flag("--version", fmt::format("cartwright {}", base::version_string));
  app.require_subcommand(0, 1);
  Action action;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    sub->set_help_flag("--help,-h", "Print this help");
    sub->final_callback([&action, chosen = command.add(*sub)] { action = chosen; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return print_help(app);
  } catch (const CLI::CallForVersion& version) {
    return print(std::string(version.what()) + "\n");
  } catch (const CLI::ExtrasError&) {
    refuse_extras(app);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    refuse(app, what.substr(0, what.find(':')) + " needs a value");
  } catch (const CLI::ParseError& error) {
    refuse(app, error.what());
  }
  if (!docs.empty()) return generate_docs(docs);
  if (!cables.empty()) {
    launch::carry_packets(cables);
    return 0;
  }
  if (!action) base::fail(base::Status::invalid_argument, "give a command: cartwright --help lists them");
  return action();
}

}  // namespace
}  // namespace cartwright::cli

int main(int argc, char** argv) {
  using namespace cartwright;
  try {
    cli::keep_standard_files();
    return cli::run(argc, argv);
  } catch (const std::exception& error) {
    const base::Error ours = base::as_error(error);
    base::print_message(ours.what());
    return cli::exit_status(ours.status());
  }
}
