// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/domains.hpp"
#include "placement/policies_p.hpp"

#include <algorithm>

namespace cartwright::placement {

namespace {

/// The domain with most free nodes, the first of equal ones.
const Domain& idlest(const std::vector<Domain>& domains) {
  return *std::ranges::max_element(domains, {}, [](const Domain& domain) { return domain.size(); });
}

/// One node of each domain in turn, the lowest first, until there are as many as wanted.
Chosen deal(const std::vector<Domain>& domains, std::size_t wanted) {
  Chosen chosen;
  for (std::size_t turn = 0; chosen.size() < wanted; ++turn)
    for (const Domain& domain : domains)
      if (turn < domain.size() && chosen.size() < wanted) chosen.push_back(domain[turn]);
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace

/// Y. Zhang, O. Tuncer, F. Kaplan, K. Olcoz, V. J. Leung, A. K. Coskun: Level-Spread: A New Job Allocation Policy for
/// Dragonfly Networks, IPDPS 2018. A job that fits goes on the router with most free nodes; else into the group with
/// most, over its routers in turn; else over all groups in turn, the lowest free node of each as in its authors'
/// simulator. Where there are no groups, it is spread over all routers.
Chosen choose_level_spread(const network::Network& network, std::span<const network::Node> free, const Job& job, const PolicyOptions&) {
  const auto wanted = static_cast<std::size_t>(job.nodes);
  const std::vector<Domain> routers = by_router(network.wiring(), free);
  if (const Domain& router = idlest(routers); router.size() >= wanted)
    return {router.begin(), router.begin() + job.nodes};
  const std::vector<Domain> groups = by_group(network.wiring(), free);
  if (const Domain& group = idlest(groups); group.size() >= wanted)
    return deal(by_router(network.wiring(), group), wanted);
  return deal(groups, wanted);
}

}  // namespace cartwright::placement
