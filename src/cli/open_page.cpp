// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/open_page.hpp"

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "launch/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

namespace cartwright::cli {

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// The commands to try, in this order. $BROWSER is a list of commands, separated by colons.
std::vector<std::string> browsers() {
  std::vector<std::string> found;
  if (is_set("BROWSER"))
    for (const std::string_view name : base::split(std::getenv("BROWSER"), ':')) found.emplace_back(name);
#ifdef __APPLE__
  found.emplace_back("open");
#else
  if (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) found.emplace_back("xdg-open");
#endif
  return found;
}

}  // namespace

void add_open_option(CLI::App& app, bool& open) {
  app.add_flag("--open", open, "Open the page in a browser; without a name for it, as a temporary file");
}

std::string page_to_open(const std::string& given, std::string_view option, std::string_view name) {
  if (given == "-")
    base::fail(base::Status::invalid_argument, "{} is standard output, and --open needs a file: give its name", option);
  if (!given.empty()) return given;
  std::string folder = (std::filesystem::temp_directory_path() / "cartwright-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    base::fail(base::Status::io, "cannot make a folder like '{}': {}: give the page a name", folder,
               std::strerror(errno));
  return fmt::format("{}/{}", folder, name);
}

void open_page(const std::string& file) {
  const std::string path = std::filesystem::absolute(file).string();
  for (const std::string& browser : browsers()) {
    if (browser.empty() || launch::find_program(browser).empty()) continue;
    // What a browser prints is not output of this command.
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    launch::start({browser, path}, {.output = nowhere});
    close(nowhere);
    base::write_fully(STDERR_FILENO, base::printable(fmt::format("{}: opened by {}", path, browser)) + "\n");
    return;
  }
  base::write_fully(STDERR_FILENO,
                    base::printable(path) + ": open this page in a browser; none was found here (BROWSER, xdg-open)\n");
}

}  // namespace cartwright::cli
