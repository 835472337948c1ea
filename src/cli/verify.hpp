// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/style.hpp"

#include <string>

namespace cartwright::cli {

struct Verified {
  std::string text;
  bool equal = false;  ///< what was counted is as predicted
};

/// Compares the bytes between nodes that a record predicts for the nodes of another run with those that this run has
/// recorded. Throws Error: a file that is not a record, records of different numbers of ranks.
Verified verify(const std::string& predicted, const std::string& counted, const report::Style& style);

}  // namespace cartwright::cli
