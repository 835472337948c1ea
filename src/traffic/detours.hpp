// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <functional>

namespace cartwright::traffic {

/// Valiant routing taken apart: what goes from `from` to `to` by random places in between loads the links just as these
/// legs do when each is routed minimally.
using VisitLeg = std::function<void(network::Node from, network::Node to, double bytes)>;

/// The legs of flows (sorted by their sources) when each spreads evenly over all places that it may go by: the expected
/// value. Flows that have none go directly. Costs domains x places x nodes, not flows x places. Legs of one source come
/// one after another. Throws Error{unsupported} when there are too many.
void expected_legs(const network::Network& network, std::span<const Flow> flows, const VisitLeg& visit);

/// The legs of flows when each takes `samples` places drawn at random, the same part by each.
void sampled_legs(const network::Network& network, std::span<const Flow> flows, std::int64_t samples, std::uint64_t seed,
                  const VisitLeg& visit);

/// How many places a flow may go by, and whether it may go by this one.
class Places {
 public:
  explicit Places(const network::Network& network);
  std::int32_t count(std::int32_t from_domain, std::int32_t to_domain) const;
  bool allowed(std::int32_t from_domain, std::int32_t to_domain, std::int32_t place) const {
    const std::int32_t domain = domain_[static_cast<std::size_t>(place)];
    if (from_domain == to_domain) return within_ && domain == from_domain;
    return domain != from_domain && domain != to_domain;
  }
  std::int32_t size() const { return static_cast<std::int32_t>(domain_.size()); }
  std::int32_t domain(std::int32_t place) const { return domain_[static_cast<std::size_t>(place)]; }

 private:
  std::vector<std::int32_t> domain_;
  std::vector<std::int32_t> per_domain_;
  bool within_;
};

}  // namespace cartwright::traffic
