// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

#include <functional>

namespace cartwright::report {

/// Section 6 of [PERCS]: a 4-D 9-point and a 2-D 5-point stencil on a two-level direct network, 32 tasks a node, 64^4
/// doubles a task, under its eight combinations of mapping and routing and Cartwright's own mapping with both routings.
///
/// Assumptions, where the fragment is silent: grids are periodic, for every task has eight neighbours; a task of the
/// 2-D stencil has 4096 x 4096 doubles and sends 4096 of them each way ("x^4", and messages of "x^2"); grids for other
/// numbers of supernodes are as near to cubes as multiples of a supernode's block are.
struct NetworkStudy {
  std::int64_t supernodes = 64;
  /// To compute with one of the 9 or 5 values that a point is made from. The fragment gives the sum of computation and
  /// communication alone: about 480 ms for 5 x 64^4 values.
  double point_seconds = 5.71e-9;
  double budget_seconds = 1;  ///< for each mapping of Cartwright's own
  std::uint64_t seed = 0;
  std::function<void(double)> progress = {};
};

/// A study per stencil, the 4-D one first: grid, bytes, compute_seconds, blocks (table 5), and loads, as loads_json()
/// has them with mapping, routing and iteration_seconds (table 4), and for the 2-D stencil on 64 supernodes
/// published_seconds; there the study has beside_published, too. `network` is a percs network of as many supernodes.
Json run_network_study(const network::Network& network, const NetworkStudy& study);

/// The rows with that routing.
Json rows_of(const Json& rows, traffic::Routing::Kind routing);

/// Tables 4 and 5, and what figure 8 draws.
std::string network_study_text(const Json& report, const Style& style);

}  // namespace cartwright::report
