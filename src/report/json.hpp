// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace cartwright::report {

/// Keys stay in the order in which a report sets them.
using Json = nlohmann::ordered_json;

/// A whole number as a JSON integer, any other as a float: costs are doubles because weights may be
/// fractions, yet 4704 is to be printed as 4704.
Json json_number(double value);

/// The value as people read it: 4704, 0.25, or "-" for null.
std::string number_text(const Json& value);

/// The document as text to read: two spaces per level, but what fits in a line stays in one.
std::string pretty(const Json& value);

}  // namespace cartwright::report
