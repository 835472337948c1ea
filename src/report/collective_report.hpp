// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"
#include "report/style.hpp"
#include "traffic/collective_ways.hpp"

#include <string>

namespace cartwright::report {

/// A collective on the nodes of a job.
struct CollectiveStudy {
  traffic::Exchange exchange;
  std::int64_t nodes = 0, on_node = 0;
  std::int64_t radix = 2;                                  ///< of the rounds in which nodes gather
  std::vector<double> sizes = {};                          ///< of blocks, in bytes, ascending
  std::vector<std::vector<traffic::StepTime>> steps = {};  ///< of each way
};

/// For each size the seconds of each way, the fastest one, and the gain: how many times as fast the fastest way that
/// joins the blocks of a node is as the one that MPIs choose. `changes` are the sizes, to the byte, at which the
/// fastest way changes.
Json collective_json(const CollectiveStudy& study);

std::string collective_text(const Json& report, const Style& style);

}  // namespace cartwright::report
