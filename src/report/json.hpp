// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace cartwright::report {

/// JSON that keeps the order of keys.
using Json = nlohmann::ordered_json;

/// A whole number as a JSON integer, any other as a float. Costs are doubles as weights may be fractions, but 4704 must
/// be printed as 4704.
Json json_number(double value);

/// The value as readable text: 4704, 0.25, or "-" for null.
std::string number_text(const Json& value);

/// The schema of events, the lines in a report file of `cartwright run`. It is raised when a name changes.
inline constexpr int event_version = 3;

/// The document as one line. Names of files need not be UTF-8: what is not becomes U+FFFD.
std::string line_of(const Json& value);

/// The document as readable text, indented by two spaces per level. A value that fits on one line stays on one line.
std::string pretty(const Json& value);

}  // namespace cartwright::report
