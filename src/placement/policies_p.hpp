// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/policy.hpp"

namespace cartwright::placement {

// One function per policy, in the files beside this one; policies.cpp lists them. Each is called with free nodes that
// are ascending and no fewer than the job wants, and returns ascending ones, the order in which launchers fill nodes;
// only the last one, which knows what the ranks send, orders them.
using Chosen = std::vector<network::Node>;
Chosen choose_contiguous(const network::Network&, std::span<const network::Node> free, const Job&, const PolicyOptions&);
Chosen choose_random_nodes(const network::Network&, std::span<const network::Node> free, const Job&, const PolicyOptions&);
Chosen choose_random_routers(const network::Network&, std::span<const network::Node> free, const Job&, const PolicyOptions&);
Chosen choose_random_groups(const network::Network&, std::span<const network::Node> free, const Job&, const PolicyOptions&);
Chosen choose_level_spread(const network::Network&, std::span<const network::Node> free, const Job&, const PolicyOptions&);
Chosen choose_predicted(const network::Network&, std::span<const network::Node> free, const Job&, const PolicyOptions&);

}  // namespace cartwright::placement
