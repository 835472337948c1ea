// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"
#include "report/style.hpp"

namespace cartwright::report {

// What a terminal shows of a report. Each takes the report and nothing else.

/// Two lines that say what was asked: grid, stencil, machine.
std::string problem_text(const Json& report, const Style& style);

/// Of map and evaluate: one line per level of the machine, beside blocked, then the notes.
std::string mapping_text(const Json& report, const Style& style);

/// Of compare: one line per mapping; the best by (J_sum, J_max) stand out.
std::string compare_text(const Json& report, const Style& style);

/// Of dims with a machine: the candidates.
std::string dims_text(const Json& report, const Style& style);

/// Of dims by weights with a machine: how each of its levels is cut.
std::string cuts_text(const Json& report, const Style& style);

/// Of machine: its levels, and how many domains of which size each has.
std::string machine_text(const Json& machine, const Style& style);

/// "12.5 %"
std::string percent_text(double fraction);

/// "3.2 ms"
std::string seconds_text(double seconds);

}  // namespace cartwright::report
