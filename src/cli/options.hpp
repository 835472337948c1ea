// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/halo.hpp"
#include "machine/measured.hpp"
#include "report/placement.hpp"
#include "report/style.hpp"

#include <optional>

namespace CLI {
class App;
}

namespace cartwright::cli {

/// The options that several subcommands share. Each function below adds a group of them to a subcommand.
struct Options {
  // the mapping problem
  std::string dims = "auto";
  std::size_t ndims = 2;
  std::string machine;
  std::string measured;  ///< a file of `cartwright measure`
  std::string stencil = "nn";
  std::string periodic;
  std::string data;  ///< extents of an array that the processes share; empty if it is not known
  std::vector<double> halo;
  std::vector<std::string> cost_per_dim;  ///< numbers, or "measured"
  // the mapping algorithm
  std::string mapping = "auto";
  std::string tier;
  std::optional<double> budget;
  std::uint64_t seed = 0;
  // the output
  std::vector<std::string> writes;
  bool force = false;
  bool json = false;
  bool quiet = false;
  std::string color = "auto";
  std::string picture = "auto";
};

/// --dims, --ndims, --machine, --stencil, --periodic, --data, --halo, --cost-per-dim
void add_problem_options(CLI::App& app, Options& options);
/// --measured
void add_measured_option(CLI::App& app, Options& options);
/// --mapping
void add_mapping_option(CLI::App& app, Options& options);
/// --tier, --budget, --seed
void add_effort_options(CLI::App& app, Options& options);
/// --write, --force
void add_write_options(CLI::App& app, Options& options);
/// --picture
void add_picture_option(CLI::App& app, Options& options);
/// --json, --quiet, --color
void add_output_options(CLI::App& app, Options& options);

/// The halo exchange of --data, --halo and --cost-per-dim, if --data is given.
std::optional<grid::Halo> halo_of(const Options& options);

/// The measurement of --measured, if it is given. Throws Error.
std::optional<machine::Measured> read_measured(const Options& options);

/// The mapping problem that the options describe. `weights_note` receives a note on the weights that --measured gives
/// the levels of the machine, if it is given. Throws Error if the options are invalid.
mapping::Problem make_problem(const Options& options, std::string* weights_note = nullptr);

/// The mapping request. The default tier is balanced, or best if a budget is given.
choose::Request make_request(const Options& options);

/// The style for standard output: colors and width.
/// `output` is the file descriptor that it is for.
report::Style make_style(const Options& options, int output = 1);

/// The head of the report: grid, stencil, machine.
report::Json problem_report(std::string_view command, const mapping::Problem& problem, const Options& options);

}  // namespace cartwright::cli
