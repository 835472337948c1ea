// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/result.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

#include <string_view>

namespace cartwright::report {

/// A graph partitioner that the study compares: "scotch". It is not a mapping algorithm of Cartwright.
bool is_partitioner(std::string_view mapping);
/// Throws Error{unsupported} if this build or this machine has no Scotch.
void check_partitioner();
/// Scotch's partition of the cells, with quality before speed. Cells move until every node has its exact size.
choose::Result run_partitioner(const mapping::Problem& problem, std::uint64_t seed);

/// Whether [Hunold2020, VI-C] is reproduced: the confidence intervals of Hyperplane and Stencil Strips lie below that
/// of Nodecart. One entry for each stencil and mapping that the summary has; "sum" and "max" are true or false.
Json study_claims(const Json& summary);
/// The same as text; empty without entries.
std::string study_claims_text(const Json& claims, const Style& style);

}  // namespace cartwright::report
