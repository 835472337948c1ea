// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/shared_time.hpp"

#include <algorithm>

namespace cartwright::traffic {

double shared_seconds(const network::Wiring& wiring, std::span<const LinkLoads* const> jobs, std::size_t which) {
  double slowest = 0;
  const auto visit = [&](const std::vector<double> LinkLoads::* loads, const auto& bandwidth) {
    const std::vector<double>& own = jobs[which]->*loads;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i] == 0) continue;
      double bytes = 0;  // bytes that have crossed the link by then
      for (const LinkLoads* const job : jobs) bytes += std::min((job->*loads)[i], own[i]);
      slowest = std::max(slowest, bytes / bandwidth(i));
    }
  };
  visit(&LinkLoads::links, [&](std::size_t link) { return wiring.bandwidth(static_cast<network::LinkId>(link)); });
  visit(&LinkLoads::injection, [&](std::size_t) { return wiring.terminal_bandwidth(); });
  visit(&LinkLoads::ejection, [&](std::size_t) { return wiring.terminal_bandwidth(); });
  return slowest;
}

}  // namespace cartwright::traffic
