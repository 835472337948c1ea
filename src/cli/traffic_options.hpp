// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "cli/options.hpp"
#include "record/order.hpp"
#include "record/pattern.hpp"
#include "record/rescale.hpp"

namespace cartwright::cli {

/// A record with all that two commands need of it.
struct RecordedTraffic {
  record::Record record;
  record::Pairs pairs;
  record::Pattern pattern;                        ///< of the whole
  std::optional<record::Structure> structure;     ///< the grid of the pattern
  std::vector<record::Alternative> alternatives;  ///< of record::Rescaled
  std::vector<record::Part> parts;                ///< empty if they explain no more than the whole
};
RecordedTraffic read_traffic_record(const std::string& file);

/// The number of the node on which each rank ran.
std::vector<int> node_of_rank(const record::Record& record);

/// The nodes of the ranks: those of a machine, filled with consecutive ranks, or without one those of the record.
choose::RankLocations locations_of(const record::Record& record, const std::string& machine);

/// The same for another number of ranks. Throws Error when the machine has not one slot for each.
choose::RankLocations locations_on(const machine::Machine& machine, std::int64_t ranks);

/// The effort of the options.
choose::PlaceOptions place_options(const Options& options);

}  // namespace cartwright::cli
