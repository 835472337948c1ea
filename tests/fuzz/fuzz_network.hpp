// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fuzz.hpp"
#include "network/json_network.hpp"
#include "network/networks_p.hpp"

namespace cartwright {

/// Checks a network from any reader: written and read again, it is the same, and routes use its links.
inline void check_network(const network::Network& network) {
  constexpr std::size_t enough = 1000;
  const network::Wiring& wiring = network.wiring();
  require(wiring.nodes() > 0);
  network::Route route;
  try {
    for (const network::Paths paths : {network::Paths::shared, network::Paths::single})
      network.route(network::Node(0), network::Node(wiring.nodes() - 1), paths, route);
  } catch (const base::Error& error) {
    require(error.status() == base::Status::unsupported);  // no path
  }
  for (const network::Share& share : route) require(share.link.index() < wiring.links().size() && share.part > 0);
  if (wiring.links().size() > enough || static_cast<std::size_t>(wiring.nodes()) > enough) return;
  const auto again = network::read_json_network(network::network_to_json(network));
  require(again->wiring().nodes() == wiring.nodes() && again->wiring().links().size() == wiring.links().size());
}

/// A network reader under test.
template <typename Read>
int fuzz_network(const std::uint8_t* data, std::size_t size, Read read) {
  return fuzz(data, size, [&](std::string_view text) { check_network(*read(text)); });
}

}  // namespace cartwright
