// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/network_job.hpp"
#include "mapping/problem.hpp"

namespace cartwright::cli {

/// A job as the writers of launch files take it: its nodes in the order in which batch systems fill them, which is that
/// of their names, and where each rank goes among them. Of `sockets` in a node neighbours share one.
struct Launch {
  mapping::Problem problem;
  mapping::Order order;
};
Launch make_launch(const PlacedJob& job, const inventory::NodeTable& table, std::int64_t sockets);

/// How a choice of nodes lies in the network: policy, node_list, nodes, routers, groups, runs (of nodes with
/// consecutive numbers), and `loads`, a row of loads_json().
report::Json choice_json(const network::Network& network, const inventory::NodeTable& table, const PlacedJob& job, const report::Json& loads);

/// What a terminal shows of the report.
std::string place_text(const report::Json& report, const report::Style& style);

}  // namespace cartwright::cli
