// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/domains.hpp"
#include "placement/policies_p.hpp"

#include <algorithm>

namespace cartwright::placement {

namespace {

/// The domain with the most free nodes, or the first of several.
const Domain& idlest(const std::vector<Domain>& domains) {
  return *std::ranges::max_element(domains, {}, [](const Domain& domain) { return domain.size(); });
}

/// Takes one node from each domain in turn, the lowest first, until there are enough.
Selected deal(const std::vector<Domain>& domains, std::size_t wanted) {
  Selected selected;
  for (std::size_t turn = 0; selected.size() < wanted; ++turn)
    for (const Domain& domain : domains)
      if (turn < domain.size() && selected.size() < wanted) selected.push_back(domain[turn]);
  std::ranges::sort(selected);
  return selected;
}

}  // namespace

/// Y. Zhang, O. Tuncer, F. Kaplan, K. Olcoz, V. J. Leung, A. K. Coskun: Level-Spread: A New Job Allocation Policy for
/// Dragonfly Networks, IPDPS 2018. A job goes on the router with the most free nodes if it fits; else into the group
/// with the most free nodes if it fits, over its routers in turn; else over all groups in turn, taking the lowest free
/// node of each, as in the authors' simulator. Without groups, it is spread over all routers.
Selected select_level_spread(const network::Network& network, std::span<const network::Node> free, const Job& job,
                             const PolicyOptions&) {
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
