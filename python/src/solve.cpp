// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::python {

namespace nb = nanobind;

namespace {

/// Chooses dims of 0 for the machine.
mapping::Problem problem_of(const GridArgument& grid, const machine::Machine& machine, const grid::Stencil& stencil) {
  return {grid_from(grid, machine.size()), stencil, machine};
}

std::size_t ndims_of(const GridArgument& grid) {
  if (const auto* whole = std::get_if<grid::Grid>(&grid)) return whole->ndims();
  if (const auto* values = std::get_if<Integers>(&grid)) return dims_from(*values).size();
  return dims_from(std::get<std::string>(grid)).size();
}

}  // namespace

NamedProblem::NamedProblem(const GridArgument& grid_argument, const MachineArgument& machine_argument,
                           const StencilArgument& stencil_argument)
    : stencil(stencil_from(stencil_argument, ndims_of(grid_argument))),
      machine(machine_from(machine_argument)),
      problem(problem_of(grid_argument, machine.machine, stencil.stencil)) {}

void NamedProblem::prepare() {
  bounds = choose::level_bounds(problem);
  baseline = std::make_shared<const report::Json>(report::baseline_json(problem, bounds));
}

report::Json NamedProblem::head(std::string_view command) const {
  report::Json report = report::report_head(command);
  report["grid"] = report::grid_json(problem.grid());
  report["stencil"] = report::stencil_json(problem.stencil(), stencil.text);
  report["machine"] = report::machine_json(problem.machine(), machine.text);
  report["baseline"] = *baseline;
  return report;
}

namespace {

std::shared_ptr<const report::Json> report_on(const NamedProblem& given, const choose::Result& result,
                                              std::string_view command) {
  report::Json report = given.head(command);
  report["mappings"] = report::Json::array({report::mapping_json(given.problem, result, given.bounds)});
  return std::make_shared<const report::Json>(std::move(report));
}

}  // namespace

Mapped::Mapped(std::shared_ptr<const NamedProblem> problem, choose::Result found, std::string_view command)
    : given(std::move(problem)),
      result(std::move(found)),
      report(report_on(*given, result, command)),
      placement(report::make_placement(given->problem, result.order, *report)) {}

choose::Request request_for(const std::string& mapping, const Effort& effort) {
  choose::Request request;
  request.mapping = mapping;
  if (effort.tier)
    request.tier = choose::parse_tier(*effort.tier);
  else if (effort.budget)
    request.tier = choose::Tier::best;
  request.options.seed = effort.seed;
  if (effort.budget) request.options.budget_seconds = *effort.budget;
  if (!(request.options.budget_seconds >= 0))
    base::fail(base::Status::invalid_argument, "budget {} is not a number of seconds of 0 or more",
               request.options.budget_seconds);
  return request;
}

choose::Result solve_unlocked(const NamedProblem& given, choose::Request request, const ProgressArgument& progress) {
  request.options.progress = [&progress](double share) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress) (*progress)(share);
  };
  const nb::gil_scoped_release unlocked;
  return choose::solve(given.problem, request, given.bounds);
}

}  // namespace cartwright::python
