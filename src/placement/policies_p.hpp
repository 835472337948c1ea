// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/policy.hpp"

namespace cartwright {

// One function per policy, in the files beside this one; policies.cpp lists them. Each is called with free nodes that
// are ascending and no fewer than the job wants, and returns ascending ones, the order in which launchers fill nodes;
// only the last one, which knows what the ranks send, orders them.
using Chosen = std::vector<Node>;
Chosen choose_contiguous(const Network&, std::span<const Node> free, const Job&, const PolicyOptions&);
Chosen choose_random_nodes(const Network&, std::span<const Node> free, const Job&, const PolicyOptions&);
Chosen choose_random_routers(const Network&, std::span<const Node> free, const Job&, const PolicyOptions&);
Chosen choose_random_groups(const Network&, std::span<const Node> free, const Job&, const PolicyOptions&);
Chosen choose_level_spread(const Network&, std::span<const Node> free, const Job&, const PolicyOptions&);
Chosen choose_predicted(const Network&, std::span<const Node> free, const Job&, const PolicyOptions&);

}  // namespace cartwright
