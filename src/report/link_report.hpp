// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/load_stats.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// Loads, and what tables call them: a mapping, a job, all jobs together.
struct NamedLoads {
  std::string name;
  traffic::LinkLoads loads;
};

/// A row per entry: name, bound_seconds (of the busiest link), terminal_seconds, minimal_part, busiest, and per link
/// class the statistics and a histogram, whose bins are the same for all rows.
Json loads_json(const network::Wiring& wiring, std::span<const NamedLoads> all);

/// The links that need longest, with the pairs of ranks that load them under minimal routing.
Json hottest_json(const network::Network& network, const traffic::LinkLoads& loads, const traffic::Traffic& traffic,
                  std::span<const network::Node> node_of_rank, network::Paths paths, std::size_t count);

// What a terminal shows of rows.
std::string loads_text(const Json& rows, const Style& style);
std::string histograms_text(const Json& row, const Style& style);
std::string hottest_text(const Json& hottest, const Style& style);

/// The unit in which a number of bytes is neither small nor large, and a number in it.
struct ByteUnit {
  std::string_view name;
  double bytes;
  std::string text(double amount) const;
};
ByteUnit byte_unit(double bytes);

/// "3.2 ms", "17 ns"
std::string short_time_text(double seconds);

/// Figures 6 and 7 of [PERCS]: a histogram for each row and link class.
std::string histograms_svg(std::string_view title, const Json& rows);
/// Its figure 8: average, least and most of each row, a panel per link class.
std::string averages_svg(std::string_view title, const Json& rows);

}  // namespace cartwright::report
