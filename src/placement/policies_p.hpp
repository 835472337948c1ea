// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/policy.hpp"

namespace cartwright::placement {

// One function per policy, each in a file of this folder; policies.cpp lists them. The free nodes are ascending, and at
// least as many as the job needs. The result is ascending, because launchers fill nodes in this order. Only the last
// policy, which knows the traffic of the ranks, returns another order.
using Selected = std::vector<network::Node>;
Selected select_contiguous(const network::Network&, std::span<const network::Node> free, const Job&,
                           const PolicyOptions&);
Selected select_random_nodes(const network::Network&, std::span<const network::Node> free, const Job&,
                             const PolicyOptions&);
Selected select_random_routers(const network::Network&, std::span<const network::Node> free, const Job&,
                               const PolicyOptions&);
Selected select_random_groups(const network::Network&, std::span<const network::Node> free, const Job&,
                              const PolicyOptions&);
Selected select_level_spread(const network::Network&, std::span<const network::Node> free, const Job&,
                             const PolicyOptions&);
Selected select_connected(const network::Network&, std::span<const network::Node> free, const Job&,
                          const PolicyOptions&);
Selected select_connected_all(const network::Network&, std::span<const network::Node> free, const Job&,
                              const PolicyOptions&);
Selected select_predicted(const network::Network&, std::span<const network::Node> free, const Job&,
                          const PolicyOptions&);

}  // namespace cartwright::placement
