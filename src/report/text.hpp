// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"
#include "report/style.hpp"

namespace cartwright::report {

// Reports as text for a terminal.

/// The problem: grid, stencil, machine.
std::string problem_text(const Json& report, const Style& style);

/// For map and evaluate: one line per level of the machine, compared with blocked, then the notes.
std::string mapping_text(const Json& report, const Style& style);

/// For compare: one line per mapping. The best by (J_sum, J_max) are emphasized.
std::string compare_text(const Json& report, const Style& style);

/// For dims with a machine: the candidates.
std::string dims_text(const Json& report, const Style& style);

/// For dims by weights with a machine: the cuts of each level.
std::string cuts_text(const Json& report, const Style& style);

/// For machine: its levels, with the number and the sizes of their domains.
std::string machine_text(const Json& machine, const Style& style);

/// "21 kB"
std::string bytes_text(const Json& bytes);

/// "12.5 %"
std::string percent_text(double fraction);

/// "3.2 ms"
std::string seconds_text(double seconds);

}  // namespace cartwright::report
