// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"
#include "choose/result.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// The 144 instances of [Hunold2020, VI-C], times its three stencils: N nodes of n processes, both in
/// {10, 13, ..., 31} and n also 32, in 2 and 3 dimensions chosen by dims_create. Its set of N is printed with
/// an end of 33, which the step of 3 does not reach; 8 x 9 x 2 = 144 needs the 31.
struct StudyInstance {
  std::int64_t nodes = 0;
  std::int64_t processes = 0;  ///< per node
  std::size_t ndims = 0;
};
std::vector<StudyInstance> study_instances();

/// Runs all mappings on all instances. Returns the members "instances" (every one, with the costs of every
/// mapping) and "summary": per stencil and mapping the statistics of J_X / J_blocked, "sum" for J_sum and
/// "max" for J_max, and the total of J_sum. `request` says how hard auto tries; its progress is called.
Json run_study(const std::vector<std::string>& mappings, const choose::Request& request);

/// The summary as a table per stencil.
std::string study_text(const Json& report, const Style& style);

/// Figure 8 of [Hunold2020]: notched boxes of the reductions, a panel per stencil, "sum" and "max" side by side.
std::string study_svg(const Json& report);

}  // namespace cartwright::report
