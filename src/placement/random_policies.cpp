// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random placement at three grains, as compared in Yang et al., "Watch out for the bully!", SC 2016.
#include "base/random.hpp"
#include "placement/domains.hpp"
#include "placement/policies_p.hpp"

#include <algorithm>

namespace cartwright::placement {

namespace {

/// Draws domains at random and takes all their free nodes; from the last domain it takes the lowest ones.
Selected fill_at_random(std::vector<Domain> domains, std::int64_t wanted, std::uint64_t seed) {
  base::Random random(seed);
  Selected selected;
  auto left = static_cast<std::size_t>(wanted);
  for (std::size_t i = 0; left > 0; ++i) {
    const auto drawn = i + static_cast<std::size_t>(random.below(static_cast<std::int64_t>(domains.size() - i)));
    std::swap(domains[i], domains[drawn]);
    const std::size_t taken = std::min(left, domains[i].size());
    selected.insert(selected.end(), domains[i].begin(), domains[i].begin() + static_cast<std::ptrdiff_t>(taken));
    left -= taken;
  }
  std::ranges::sort(selected);
  return selected;
}

}  // namespace

Selected select_random_nodes(const network::Network&, std::span<const network::Node> free, const Job& job,
                             const PolicyOptions& options) {
  std::vector<Domain> single;
  for (const network::Node node : free) single.push_back({node});
  return fill_at_random(std::move(single), job.nodes, options.seed);
}

Selected select_random_routers(const network::Network& network, std::span<const network::Node> free, const Job& job,
                               const PolicyOptions& options) {
  return fill_at_random(by_router(network.wiring(), free), job.nodes, options.seed);
}

Selected select_random_groups(const network::Network& network, std::span<const network::Node> free, const Job& job,
                              const PolicyOptions& options) {
  return fill_at_random(by_group(network.wiring(), free), job.nodes, options.seed);
}

}  // namespace cartwright::placement
