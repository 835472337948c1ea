// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/domains.hpp"

#include <map>

namespace cartwright::placement {

namespace {

template <typename DomainOf>
std::vector<Domain> gather(std::span<const network::Node> free, DomainOf domain_of) {
  std::map<decltype(domain_of(network::Node())), Domain> found;
  for (const network::Node node : free) found[domain_of(node)].push_back(node);
  std::vector<Domain> domains;
  for (auto& [number, nodes] : found) domains.push_back(std::move(nodes));
  return domains;
}

}  // namespace

std::vector<Domain> by_router(const network::Wiring& wiring, std::span<const network::Node> free) {
  return gather(free, [&](network::Node node) { return wiring.switch_of(node); });
}

std::vector<Domain> by_group(const network::Wiring& wiring, std::span<const network::Node> free) {
  if (wiring.levels().empty()) return {Domain(free.begin(), free.end())};
  const auto& groups = wiring.levels().front().domain_of_switch;
  return gather(free, [&](network::Node node) { return groups[wiring.switch_of(node)]; });
}

}  // namespace cartwright::placement
