// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/shared_time.hpp"

#include <algorithm>

namespace cartwright::traffic {

double shared_seconds(const network::Wiring& wiring, std::span<const LinkLoads* const> jobs, std::size_t which) {
  double slowest = 0;
  const auto visit = [&](const auto loads, const auto& bandwidth) {
    const auto& own = jobs[which]->*loads;
    for (const auto id : own.ids()) {
      if (own[id] == 0) continue;
      double bytes = 0;  // bytes that have crossed the link by then
      for (const LinkLoads* const job : jobs) bytes += std::min((job->*loads)[id], own[id]);
      slowest = std::max(slowest, bytes / bandwidth(id));
    }
  };
  visit(&LinkLoads::links, [&](network::LinkId link) { return wiring.bandwidth(link); });
  visit(&LinkLoads::injection, [&](network::Node) { return wiring.terminal_bandwidth(); });
  visit(&LinkLoads::ejection, [&](network::Node) { return wiring.terminal_bandwidth(); });
  return slowest;
}

}  // namespace cartwright::traffic
