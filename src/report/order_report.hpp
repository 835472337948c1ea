// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/order.hpp"
#include "report/json.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// By how it is known, what goes between processes or nodes: rows of `source`, `obtained`, `messages` and `bytes`.
Json amounts_json(const record::Amounts& amounts);
/// The same for all processes of a record, or of the pattern that was derived from it.
Json amounts_json(const record::Pairs& pairs);
/// Adds to these rows what goes between nodes, as `between_nodes_before` and `between_nodes`.
void add_between_nodes(Json& rows, const record::Amounts& before, const record::Amounts& after);
/// The same as a table for a terminal.
std::string amounts_text(const Json& rows, const Style& style);

/// `bound`, `bound_source`, `bound_proven`, and in `proven` the bound of the certain bytes.
Json bounds_json(const record::Bounds& bounds);
/// A sentence on the bytes between nodes in any order, or two.
std::string bounds_text(const Json& bounds);
/// "at least 25 MB by the degrees, for the 56 MB that are certain, without 21 kB of collectives by a model"; empty if
/// nothing is certain, or all is.
std::string proven_text(const Json& bounds);

}  // namespace cartwright::report
