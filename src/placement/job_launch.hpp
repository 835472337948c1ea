// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"
#include "placement/job.hpp"

namespace cartwright::placement {

/// A placed job in the form that the writers of launch files need. Batch systems fill nodes in the order of their
/// names. Hence the nodes of the machine are sorted by name. The order has the rank of each slot of these nodes.
struct JobLaunch {
  mapping::Problem problem;
  mapping::Order order;
};
/// Within a node, ranks that send each other most share one of its `sockets`. Throws Error: sockets that do not share
/// the ranks of a node evenly.
JobLaunch make_launch(const PlacedJob& job, const inventory::NodeTable& table, std::int64_t sockets = 1);

}  // namespace cartwright::placement
