// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::preload {

/// Reports datatype statistics, summed over the processes for each layout. Collective over MPI_COMM_WORLD, before
/// MPI_Finalize; rank 0 writes. Does nothing without CARTWRIGHT_REPORT.
void report_all_datatypes();

}  // namespace cartwright::preload
