// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verify.hpp"

#include "base/error.hpp"
#include "base/grouped.hpp"
#include "base/say_bytes.hpp"
#include "cli/traffic_options.hpp"
#include "record/compare.hpp"
#include "record/record_file.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

namespace cartwright::cli {

Verified verify(const std::string& predicted, const std::string& counted, const report::Style& style) {
  const record::Record before = record::read_record(predicted);
  const record::Record now = record::read_record(counted);
  if (before.header.ranks != now.header.ranks)
    base::fail(base::Status::invalid_argument, "{} has {} processes, and the program had {}: nothing is verified",
               predicted, before.header.ranks, now.header.ranks);
  const std::vector<int> nodes = node_of_rank(now);
  const record::BetweenNodes expected = record::between_nodes(before, nodes);
  const record::BetweenNodes found = record::between_nodes(now, nodes);
  Verified made{.text = "", .equal = expected.recorded == found.recorded};
  report::Table table({{"between nodes", report::Table::Align::left}, {"predicted"}, {"counted"}}, "");
  for (std::size_t way = 0; way < record::way_names.size(); ++way)
    if (expected.recorded[way] != 0 || found.recorded[way] != 0)
      table.add_row({std::string(record::way_names[way]), base::grouped(expected.recorded[way]) + " B",
                     base::grouped(found.recorded[way]) + " B"});
  table.add_row({"collectives, by a model", base::say_bytes(expected.modeled), base::say_bytes(found.modeled)});
  made.text = style.bold("verified") + "\n" + table.text(style) +
              (made.equal ? "Predicted and counted bytes are equal.\n"
                          : fmt::format("They differ: the program sends other messages than when {} was recorded.\n",
                                        predicted));
  return made;
}

}  // namespace cartwright::cli
