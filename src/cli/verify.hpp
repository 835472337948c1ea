// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"
#include "report/style.hpp"

#include <string>

namespace cartwright::cli {

/// An event of a report file: the bytes between nodes that a record predicts for the nodes of another run, beside those
/// that this run has recorded, and whether they are `equal`. Throws Error: a file that is not a record, records of
/// different numbers of ranks.
report::Json verify(const std::string& predicted, const std::string& counted);

/// The same for a terminal.
std::string verified_text(const report::Json& verified, const report::Style& style);

}  // namespace cartwright::cli
