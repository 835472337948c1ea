// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/wiring.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::network {

// A port of an Aries router has three lanes, of 14 Gbit/s on copper and 12.5 Gbit/s on optical cables. A node has one
// PCIe 3.0 x16. Sources are in docs/networks.md.
inline constexpr double aries_copper = 3 * 14e9 / 8;
inline constexpr double aries_optical = 3 * 12.5e9 / 8;
inline constexpr double aries_pcie = 16 * 8e9 * 128 / 130 / 8;

inline constexpr std::int64_t aries_nodes_of_router = 4;

/// Links of these classes: green is 0, black is 1, blue is 2.
inline std::vector<LinkClass> aries_classes(double green, double black, double blue) {
  return {{"green", "between the routers of a chassis", green},
          {"black", "between the chassis of a group", black},
          {"blue", "between groups", blue}};
}

}  // namespace cartwright::network
