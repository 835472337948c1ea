// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

namespace cartwright::traffic {

/// Seconds until the last byte of a job has crossed its slowest link, including terminal links. All jobs begin at the
/// same time and share every link fairly: a link serves all jobs that still have bytes, with equal parts.
double shared_seconds(const network::Wiring& wiring, std::span<const LinkLoads* const> jobs, std::size_t which);

}  // namespace cartwright::traffic
