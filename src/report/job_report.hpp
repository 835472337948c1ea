// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"
#include "placement/job.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// `text` is the network's name in the report: "percs:supernodes=64", the name of a file.
Json network_json(const network::Network& network, std::string_view text);
Json job_json(const placement::PlacedJob& job, const placement::JobSpec& spec);

/// Adds network, states, jobs and choices to a report of `cartwright place`. Each choice has the nodes of one policy,
/// their position in the network (routers, groups, runs of consecutive numbers), and the loads of all links. The first
/// of the jobs is the one that is taken. `spec` describes it, and gives the pattern of all.
void add_placed_jobs(Json& report, const network::Network& network, std::string_view text,
                     const inventory::NodeTable& table, std::span<const placement::PlacedJob> jobs,
                     const placement::JobSpec& spec);

/// The report of `cartwright place` for a terminal.
std::string place_text(const Json& report, const Style& style);

}  // namespace cartwright::report
