// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <span>
#include <vector>

namespace cartwright::placement {

/// The free nodes of one router, or of one group, ascending.
using Domain = std::vector<network::Node>;

/// The free nodes by router; routers without free nodes are left out.
std::vector<Domain> by_router(const network::Wiring& wiring, std::span<const network::Node> free);
/// The same by group, the outermost level of the machine; one domain if there are no levels.
std::vector<Domain> by_group(const network::Wiring& wiring, std::span<const network::Node> free);

}  // namespace cartwright::placement
