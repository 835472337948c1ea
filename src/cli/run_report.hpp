// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/style.hpp"

#include <functional>
#include <string>

namespace cartwright::cli {

/// The report file of the interposer (docs/mpi-report.md) as readable text: for each Cartesian or graph communicator
/// the edges between nodes before and after reordering, and the bytes that the program sent between nodes.
/// `order_advice` says what another order of MPI_COMM_WORLD would save; it is asked if nothing was reordered. Throws
/// Error on a line that is not an event.
std::string run_report_text(const std::string& events, const report::Style& style,
                            const std::function<std::string()>& order_advice);

}  // namespace cartwright::cli
