// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/network_job.hpp"
#include "cli/targets.hpp"
#include "cli/traffic_options.hpp"
#include "placement/order_job.hpp"
#include "report/json.hpp"

namespace cartwright::cli {

struct OrderOptions : NetworkOptions {
  std::vector<std::string> files;  ///< one record, or two with --processes
  std::int64_t processes = 0;      ///< --processes; 0: as many as in the record
  bool keep_rank_0 = false;
  bool partial = false;
  std::optional<double> latency, bandwidth;  ///< as given
  record::MessageTime time;                  ///< by these, or as measured, or as assumed
};

/// Messages and time between nodes, before and after.
void add_messages(report::Json& order, const record::NodeTraffic& before, const record::NodeTraffic& after,
                  const record::MessageTime& time);

/// What goes between processes and, in both orders, between nodes, by how it is known.
void add_amounts(report::Json& order, const RecordedTraffic& read, const machine::Machine& machine,
                 const mapping::Order& before, const mapping::Order& after);

/// A row for each level: the bytes between its domains before and after.
report::Json levels_json(const std::vector<cost::LevelCut>& before, const std::vector<cost::LevelCut>& after);

/// The job of a record on a network. If ranks_per_node is 0, the ranks are divided evenly among the nodes.
placement::JobSpec spec_of_record(const NetworkOptions& options, const record::Pairs& pairs);

/// What a record tells about a good order: its grid, and its parts. It is valid as long as the record.
placement::OrderJobOptions known_of_record(const Options& options, const RecordedTraffic& read);

/// Orders the ranks on the nodes of a network, adds network and order to the report, and writes the targets.
void order_on_network(const OrderOptions& options, const RecordedTraffic& read, const std::vector<Target>& targets,
                      report::Json& report);

}  // namespace cartwright::cli
