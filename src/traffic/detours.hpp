// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <functional>

namespace cartwright::traffic {

/// Valiant routing as legs: minimal routes whose loads together equal the loads of flows on detours.
using VisitLeg = std::function<void(network::Node from, network::Node to, double bytes)>;

/// The legs of flows (sorted by their sources) if each flow spreads evenly over all its detours: the expected value.
/// Flows without detours go directly. Takes time domains x detours x nodes, not flows x detours. Legs of one source
/// come one after another. Throws Error{unsupported} when there are too many.
void expected_legs(const network::Network& network, std::span<const Flow> flows, const VisitLeg& visit);

/// The legs of flows if each flow takes `samples` detours drawn at random, with equal parts.
void sampled_legs(const network::Network& network, std::span<const Flow> flows, std::int64_t samples,
                  std::uint64_t seed, const VisitLeg& visit);

/// The detours of a network, and those that a flow may take.
class Detours {
 public:
  explicit Detours(const network::Network& network);

  /// The number of detours between two domains; 0 if such flows go directly.
  std::int32_t count(std::int32_t from_domain, std::int32_t to_domain) const;
  bool allowed(std::int32_t from_domain, std::int32_t to_domain, std::int32_t detour) const {
    const std::int32_t domain = domain_[detour];
    if (from_domain == to_domain) return within_ && domain == from_domain;
    return domain != from_domain && domain != to_domain;
  }
  std::int32_t size() const { return static_cast<std::int32_t>(domain_.size()); }
  std::int32_t domain(std::int32_t detour) const { return domain_[detour]; }

 private:
  std::vector<std::int32_t> domain_;
  std::vector<std::int32_t> per_domain_;
  bool within_;
};

}  // namespace cartwright::traffic
