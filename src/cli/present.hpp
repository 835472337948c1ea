// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/options.hpp"

namespace cartwright::cli {

/// Prints text that has names from outside. Without colors it has no control characters.
void print_text(const std::string& text, const Options& options);

/// Prints a report as JSON or as text. With --quiet and without --json it prints nothing.
void present(const report::Json& report, const std::string& text, const Options& options);

/// Prints the report on one mapping: its table, and a picture if one is requested and fits.
void present_mapping(const report::Placement& placement, const Options& options);

}  // namespace cartwright::cli
