// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/order.hpp"
#include "record/pattern.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// A record, and what was found out about it.
struct TrafficStudy {
  const record::Record& record;
  const record::Pairs& pairs;
  const record::Pattern& pattern;
  const std::vector<record::Part>& parts;
  const choose::RankLocations& locations;  ///< the nodes of the ranks
  bool as_it_ran = true;                   ///< these are the hosts of the record, not a given machine
  const record::RankOrder& order;          ///< the best order that a quick search finds
};

/// What the program sent: record, kinds, groups, nodes, joined collectives, structure, windows, datatypes, advice.
Json traffic_json(const TrafficStudy& study);

/// The pattern of a program: kind, name, the others that it may be, and the part of the bytes. Null for none.
Json pattern_json(const record::Pattern& pattern);
/// "a grid of 2x2x2 or 4x2: 97.3 % of the bytes"
std::string pattern_text(const Json& pattern);
/// Only the advice: what a user should do, one sentence each.
Json traffic_advice(const TrafficStudy& study);

/// These results as text for a terminal.
std::string traffic_text(const Json& traffic, const Style& style);

/// These results as a page for a browser that needs no other file. `matrix` is the SVG of matrix_svg().
std::string traffic_html(const Json& traffic, std::string_view matrix);

/// The matrix of bytes between processes as SVG: a row for each sender. Many processes share a row.
std::string matrix_svg(std::string_view title, const record::Pairs& pairs);

}  // namespace cartwright::report
