// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::report {

std::string write_json(const Placement& placement) {
  Json report = placement.report;
  report["placement"] = {{"node", placement.nodes.items()}, {"old_rank", base::numbers(placement.slots)}};
  return line_of(report) + "\n";
}

}  // namespace cartwright::report
