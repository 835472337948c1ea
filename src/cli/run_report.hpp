// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/style.hpp"

#include <string>

namespace cartwright::cli {

/// What the interposer wrote in a report file (docs/mpi.md), as a table for people: the edges between nodes of
/// every Cartesian communicator before and after, and the bytes that the program sent between nodes. Throws Error:
/// a line that is no event.
std::string run_report_text(const std::string& events, const report::Style& style);

}  // namespace cartwright::cli
