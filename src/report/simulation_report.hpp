// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fluid/simulate.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

#include <optional>
#include <span>
#include <string>

namespace cartwright::report {

/// One rank order in a report of `cartwright simulate`.
struct SimulatedRun {
  std::string order;
  std::string mapping;
  double predicted_seconds = 0;  ///< of the busiest link
  double simulated_seconds = 0;
  double seconds = 0;                              ///< wall-clock time of the simulation
  std::optional<fluid::Simulated> simulated = {};  ///< without a program
};

/// Infinite bandwidths are null.
Json model_json(const fluid::Model& model, double tolerance);

/// Adds runs, and the ratios of the first one to the second one.
void add_runs(Json& simulation, std::span<const SimulatedRun> runs);

std::string simulation_text(const Json& report, const Style& style);

}  // namespace cartwright::report
