// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/result.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// One of the 144 instances of [Hunold2020, VI-C], each for three stencils: N nodes of n processes, with N and n in
/// {10, 13, ..., 31} and also n = 32, in 2 and 3 dimensions from dims_create. The paper prints 33 as the end of the set
/// of N, which steps of 3 do not reach; 8 x 9 x 2 = 144 instances need 31.
struct StudyInstance {
  std::int64_t nodes = 0;
  std::int64_t processes = 0;  ///< per node
  std::size_t ndims = 0;
};
std::vector<StudyInstance> study_instances();

/// Throws Error: a name that is neither a mapping nor "auto" nor "scotch", or Scotch is not on this machine.
void check_study_mapping(const std::string& name);

/// Runs all mappings on all instances. Returns the members "instances" (the costs of all mappings for each instance)
/// and "summary": for each stencil and mapping the statistics of J_X / J_blocked, "sum" for J_sum and "max" for J_max,
/// and the total of J_sum; and "claims", which of the published claims hold. `request` has the tier of auto and the
/// progress function.
Json run_study(const std::vector<std::string>& mappings, const choose::Request& request);

/// The summary as text, with a table for each stencil.
std::string study_text(const Json& report, const Style& style);

/// Figure 8 of [Hunold2020] as SVG: notched boxes of the reductions, with a panel for each stencil, and "sum" and "max"
/// side by side.
std::string study_svg(const Json& report);

}  // namespace cartwright::report
