// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <span>
#include <vector>

namespace cartwright {

/// What a policy fills or spreads over: the free nodes of one router, or of one group, ascending.
using Domain = std::vector<Node>;

/// The free nodes by router; routers without free nodes are left out.
std::vector<Domain> by_router(const Wiring& wiring, std::span<const Node> free);
/// The same by group, which is the outermost level of the machine; all in one where it has no levels.
std::vector<Domain> by_group(const Wiring& wiring, std::span<const Node> free);

}  // namespace cartwright
