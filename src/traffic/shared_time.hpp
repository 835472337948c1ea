// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

namespace cartwright::traffic {

/// Seconds until the last byte of a job has crossed its slowest link, terminal ones included, when all jobs begin at
/// once and share every link fairly: a link first serves all of them, and each leaves when its bytes are through.
double shared_seconds(const network::Wiring& wiring, std::span<const LinkLoads* const> jobs, std::size_t which);

}  // namespace cartwright::traffic
