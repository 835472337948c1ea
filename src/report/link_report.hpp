// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"
#include "report/style.hpp"
#include "traffic/load_stats.hpp"

#include <optional>

namespace cartwright::report {

/// Loads with their name in tables: that of a mapping, of a job, or "all".
struct NamedLoads {
  std::string name;
  traffic::LinkLoads loads;
  std::optional<double> predicted_seconds = {};  ///< with latency and copies in a node
};

/// One row per entry: name, bound_seconds (of the busiest link), predicted_seconds if known, terminal_seconds,
/// minimal_part, busiest, and for each link class the statistics and a histogram. All rows use the same bins.
Json loads_json(const network::Wiring& wiring, std::span<const NamedLoads> all);

/// The busiest links, with the pairs of ranks that load them most under minimal routing.
Json hottest_json(const network::Network& network, const traffic::LinkLoads& loads, const traffic::Traffic& traffic,
                  const traffic::NodeOfRank& node_of_rank, network::Paths paths, std::size_t count);

// These rows as text for a terminal.
std::string loads_text(const Json& rows, const Style& style);
std::string histograms_text(const Json& row, const Style& style);
std::string hottest_text(const Json& hottest, const Style& style);

/// The largest binary unit not above a number of bytes. `text` prints an amount in this unit.
struct ByteUnit {
  std::string_view name;
  double bytes;
  std::string text(double amount) const;
};
ByteUnit byte_unit(double bytes);

/// "3.2 ms", "17 ns"
std::string short_time_text(double seconds);

/// Figures 6 and 7 of [PERCS] as SVG: a histogram for each row and link class.
std::string histograms_svg(std::string_view title, const Json& rows);
/// Figure 8 of [PERCS] as SVG: average, minimum and maximum of each row, with a panel per link class.
std::string averages_svg(std::string_view title, const Json& rows);

}  // namespace cartwright::report
