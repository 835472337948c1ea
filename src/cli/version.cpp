// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command.hpp"
#include "cli/present.hpp"
#include "report/writers.hpp"

#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::cli {

namespace {

int version(const Options& options) {
  std::vector<std::string_view> mappings;
  for (const mapping::Algorithm& algorithm : mapping::algorithms()) mappings.push_back(algorithm.name);
  std::vector<std::string_view> formats;
  for (const report::Writer& writer : report::writers()) formats.push_back(writer.name);
  report::Json report = report::report_head("version");
  report["build"] = {{"type", CARTWRIGHT_BUILD_TYPE}, {"compiler", CARTWRIGHT_COMPILER}};
  report["features"] = {{"mappings", mappings}, {"formats", formats}, {"mpi", CARTWRIGHT_MPIS}};
  const std::string_view mpis = CARTWRIGHT_MPIS;
  const std::string text =
      fmt::format("cartwright {}\nbuild     {}, {}\nmappings  auto, {}\nformats   {}\nmpi       {}\n",
                  report["version"].get<std::string>(), CARTWRIGHT_BUILD_TYPE, CARTWRIGHT_COMPILER,
                  fmt::join(mappings, ", "), fmt::join(formats, ", "), mpis.empty() ? "none" : mpis);
  present(report, text, options);
  return 0;
}

Action add_version(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_output_options(app, *options);
  return [options] { return version(*options); };
}

}  // namespace

Command version_command() {
  return {
      .name = "version",
      .summary = "Print the version, the build and its features",
      .description =
          "Prints the version, the build options, the available mappings and formats, and the supported MPIs.",
      .examples = {{"Print the version", "cartwright version"}, {"For a script", "cartwright version --json"}},
      .add = add_version,
  };
}

}  // namespace cartwright::cli
