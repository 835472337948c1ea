// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/boundary.hpp"
#include "cartwright/network.h"
#include "network/network.hpp"
#include "traffic/link_loads.hpp"

#include <memory>
#include <string>

namespace cartwright::capi {

/// A network that handles share.
struct SharedNetwork {
  std::unique_ptr<network::Network> network;
  std::string text;  ///< as given: its name in reports
};

/// Routing options of the C interface, where NULL means the default.
traffic::Routing make_routing(const char* routing, const char* paths, std::int64_t samples, std::uint64_t seed);

}  // namespace cartwright::capi

struct cw_network {
  std::shared_ptr<const cartwright::capi::SharedNetwork> shared;
};
