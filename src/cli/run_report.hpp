// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/style.hpp"

#include <string>

namespace cartwright::cli {

/// The report file of the interposer (docs/mpi.md) as readable text: for each Cartesian or graph communicator the edges
/// between nodes before and after reordering, and the bytes that the program sent between nodes. Throws Error on a line
/// that is not an event.
std::string run_report_text(const std::string& events, const report::Style& style);

}  // namespace cartwright::cli
