// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fluid/simulate.hpp"
#include "report/json.hpp"
#include "report/style.hpp"
#include "traffic/link_loads.hpp"

#include <functional>

namespace cartwright::report {

/// The study of [PERCS, 6]: a 4-D 9-point and a 2-D 5-point stencil on a two-level direct network, with 32 tasks per
/// node and 64^4 doubles per task, under its eight combinations of mapping and routing, and under Cartwright's own
/// mapping with both routings.
///
/// The fragment leaves some points open. We assume: grids are periodic, as every task has eight neighbors; a task of
/// the 2-D stencil has 4096 x 4096 doubles and sends 4096 of them in each direction ("x^4", and messages of "x^2");
/// grids for other numbers of supernodes are the multiples of a supernode's block that are closest to a cube.
struct NetworkStudy {
  std::int64_t supernodes = 64;
  /// Compute time per point and stencil value (9 or 5 values). The fragment only has the sum of computation and
  /// communication: about 480 ms for 5 x 64^4 values.
  double point_seconds = 5.71e-9;
  double budget_seconds = 1;  ///< for each mapping of Cartwright's own
  std::uint64_t seed = 0;
  double tolerance = fluid::default_tolerance;  ///< of the simulations
  std::function<void(double)> progress = {};
};

/// One study per stencil, the 4-D one first. Each has grid, bytes, compute_seconds, blocks (table 5) and loads: the
/// rows of loads_json() with mapping, routing, simulated_seconds and iteration_seconds (table 4), their sum with
/// compute_seconds. For the 2-D stencil on 64 supernodes,
/// the rows also have published_seconds and the study has beside_published. `network` is a percs network with this
/// number of supernodes.
Json run_network_study(const network::Network& network, const NetworkStudy& study);

/// The rows with that routing.
Json rows_of(const Json& rows, traffic::Routing::Kind routing);

/// Tables 4 and 5 and the data of figure 8 as text.
std::string network_study_text(const Json& report, const Style& style);

}  // namespace cartwright::report
