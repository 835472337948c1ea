// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// What became of the datatypes, summed over the processes by layout. Collective over MPI_COMM_WORLD, before
/// MPI_Finalize; rank 0 reports. Nothing happens without CARTWRIGHT_REPORT.
void report_all_datatypes();

}  // namespace cartwright::preload
