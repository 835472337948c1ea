// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"
#include "report/table.hpp"

#include <optional>

namespace cartwright::report {

// The tables and sentences of cartwright traffic, for a terminal and for a page.

Table kinds_table(const Json& rows);
Table groups_table(const Json& rows);
/// Collectives through the memory of nodes.
Table joined_table(const Json& rows);
Table types_table(const Json& rows);

/// "8 ranks on 1 host, 1.0 s, Open MPI v4.1.4"
std::string run_line(const Json& record);
/// "56 MB between pairs of processes, of which 21 kB are collectives, by a model"
std::string pairs_line(const Json& traffic);
/// "8.9 MB (15.9 %) go between 2 nodes, 4.4 MB from the busiest"; empty for one node.
std::string nodes_line(const Json& traffic);
/// The grid of the program, or its parts.
std::string structure_line(const Json& traffic);
/// The table that belongs to this line, if there is one.
std::optional<Table> structure_table(const Json& traffic);
/// Empty if there are too few windows.
std::string stability_line(const Json& stability);

}  // namespace cartwright::report
