// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/result.hpp"
#include "report/json.hpp"

#include <string_view>

namespace cartwright::report {

/// The schema of reports (docs/schemas/report.schema.json). The command first makes a JSON report; all tables and
/// pictures are made from it.
inline constexpr std::string_view report_schema = "cartwright-report/1";

/// The head of every report: schema, command, version.
Json report_head(std::string_view command);

Json grid_json(const grid::Grid& grid);
/// `text` is the user's input: "hops", or offsets.
Json stencil_json(const grid::Stencil& stencil, std::string_view text);
Json machine_json(const machine::Machine& machine, std::string_view spec);

/// One mapping: mapping, algorithm, j_sum, j_max, lower_bound, gap, seconds, levels, notes. j_sum, j_max, lower_bound
/// and gap are those of the node level. `bounds` comes from level_bounds().
Json mapping_json(const mapping::Problem& problem, const choose::Result& result, const std::vector<double>& bounds);

/// Adds the publication of the mapping of a comparison, or that it is Cartwright's.
void add_source(Json& mapping);

/// The blocked mapping, the reference for all others.
Json baseline_json(const mapping::Problem& problem, const std::vector<double>& bounds);

}  // namespace cartwright::report
