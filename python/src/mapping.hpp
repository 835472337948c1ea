// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid.hpp"
#include "machine.hpp"
#include "report/picture.hpp"

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>

namespace cartwright::python {

/// A mapping problem with the names of its parts, its bounds, and the begin of its reports.
struct NamedProblem {
  NamedProblem(const GridArgument& grid, const MachineArgument& machine, const StencilArgument& stencil);

  NamedStencil stencil;
  NamedMachine machine;
  mapping::Problem problem;
  std::vector<double> bounds;  ///< of every level; set by prepare()
  std::shared_ptr<const report::Json> baseline;

  /// Computes the bounds and the cost of the mapping blocked, which takes time.
  void prepare();
  report::Json head(std::string_view command) const;
};

/// A mapping for Python. It never changes.
struct Mapped {
  Mapped(std::shared_ptr<const NamedProblem> problem, choose::Result result, std::string_view command);
  Mapped(const Mapped&) = delete;

  std::shared_ptr<const NamedProblem> given;
  choose::Result result;
  std::shared_ptr<const report::Json> report;
  report::Placement placement;  ///< of the members above
};

/// Arguments of `map` and `compare` beside the problem.
struct Effort {
  std::optional<std::string> tier;
  std::optional<double> budget;
  std::uint64_t seed = 0;
};
choose::Request request_for(const std::string& mapping, const Effort& effort);

/// A function that is called with the share of the work that is done.
using ProgressArgument = std::optional<nanobind::typed<nanobind::callable, nanobind::object(double)>>;

/// Solves without the lock of the interpreter. `progress` is called when the core reports its progress. A signal that
/// Python has received then ends the work with its exception, such as KeyboardInterrupt.
choose::Result solve_unlocked(const NamedProblem& given, choose::Request request, const ProgressArgument& progress);

std::string notebook_html(const Mapped& mapped);
std::string notebook_html(const report::Json& comparison);

}  // namespace cartwright::python
